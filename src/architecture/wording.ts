import type { Text } from './locales.ts'
import { finding } from './source.ts'

/** Matches a French word that loses its last vowel before a vowel, and after it a variable that is not a number. */
const ELIDED =
  /(?<![\p{L}’])(?:ce|de|je|jusque|la|le|lorsque|me|ne|puisque|que|se|si|te)[ \u00A0](?:<\w+>)?\{\{(?!number\b|moment\b|\w+, ?(?:number|days|duration)\b)/iu

/** Matches a variable that is a number, by its format or its name. */
const NUMBER_PLACEHOLDER = String.raw`\{\{\s*(?:(?:count|number|amount|min|max|most|total)\b|\w+, ?number\b)[^}]*\}\}`
const BEFORE_A_WORD = new RegExp(String.raw`${NUMBER_PLACEHOLDER}[ \u00A0](?<word>\p{L}+)`, 'gu')
const AFTER_A_WORD = new RegExp(String.raw`(?<word>\p{L}+)[ \u00A0]${NUMBER_PLACEHOLDER}`, 'gu')

/** Words next to a number that do not change with it, such as units, by language. In Swahili they precede the number. */
const INVARIABLE_WORDS: Record<string, string> = {
  en: 'KB MB ms at in less more of or selected the this used',
  fr: 'Ko Mo cette j la maximum ms ou sur',
  ar: 'خلال في كيلوبايت من ميغابايت هذا وللحجم',
  sw: 'Jaribio KB MB Mstari Siku Tarakimu Zimetumika herufi isiyopungua isiyozidi ms tarakimu wa ya zisizidi',
}

/** Texts whose number is never 1, because the configuration requires a higher number. */
const ALWAYS_PLURAL = new Set([
  'login:verify.codeHint',
  'login:verify.codeHintDemo',
  'login:messages.codeLength',
  'repositories:messages.linkTooShort',
])

/** Texts that are shown instead of a missing name. */
const FALLBACK_NAMES = new Set(['history:someone', 'history:deletedUser'])

/** Matches keys of messages about an invalid field. */
const FIELD_MESSAGE = /^(?:messages|validation)\..*(?:Invalid|Length|NoDot|Private|Required|Secure|Taken|Too[A-Z]\w+)$/
const FULL_STOP = /[.؟?!]$/

/** Whether messages of fields end with a full stop. A language without an entry isn't checked. */
const ENDS_WITH_FULL_STOP: Partial<Record<string, boolean>> = { en: false, fr: true, ar: true, sw: false }

/** Finds French texts with a word that must be elided if the value after it begins with a vowel. */
export function missingElisions(texts: Text[]): string[] {
  return texts.flatMap(({ source, language, key, value, offset }) => {
    const found = language === 'fr' ? ELIDED.exec(value)?.[0] : undefined
    return found === undefined
      ? []
      : [finding(source, offset, `${key} has "${found}", which is wrong before a vowel: rephrase the sentence.`)]
  })
}

/** Finds texts without plural forms whose number stands next to a word that would change for the number 1. */
export function missingPlurals(texts: Text[]): string[] {
  return texts
    .filter(({ form, namespace, key }) => form === '' && !ALWAYS_PLURAL.has(`${namespace}:${key}`))
    .filter(({ language }) => language in INVARIABLE_WORDS)
    .flatMap(({ source, language, key, value, offset }) => {
      const same = new Set(INVARIABLE_WORDS[language]?.split(' '))
      const beside = [...value.matchAll(language === 'sw' ? AFTER_A_WORD : BEFORE_A_WORD)]
      return beside
        .map(({ groups }) => groups?.word ?? '')
        .filter((word) => !same.has(word))
        .map((word) =>
          finding(
            source,
            offset,
            `${key} has a number next to "${word}": give it plural forms, or put the noun before a colon.`,
          ),
        )
    })
}

/** Finds texts of `FALLBACK_NAMES` without brackets, because without brackets they would not fit into every sentence. */
export function unbracketedFallbacks(texts: Text[]): string[] {
  return texts
    .filter(({ namespace, key, value }) => FALLBACK_NAMES.has(`${namespace}:${key}`) && !/^\(.+\)$/u.test(value))
    .map(({ source, key, offset }) => finding(source, offset, `${key} replaces a name: put it in brackets.`))
}

/** Finds messages of fields that contradict `ENDS_WITH_FULL_STOP`. */
export function wrongFullStops(texts: Text[]): string[] {
  return texts
    .filter(({ key, value }) => FIELD_MESSAGE.test(key) && !value.includes('. '))
    .filter(({ language, value }) => {
      const isRight = FULL_STOP.test(value.replaceAll('\u2069', '')) === ENDS_WITH_FULL_STOP[language]
      return language in ENDS_WITH_FULL_STOP && !isRight
    })
    .map(({ source, language, key, offset }) =>
      finding(
        source,
        offset,
        `${key} must end with or without a full stop, like other messages of fields in ${language}.`,
      ),
    )
}

/** Finds names of orders that repeat the last word of "Sort by", which precedes them. */
export function doubledSortWords(texts: Text[]): string[] {
  const wordOf = new Map(
    texts
      .filter(({ namespace, key }) => namespace === 'common' && key === 'sortBy')
      .map(({ language, value }) => [language, value.split(' ').at(-1)]),
  )
  return texts
    .filter(({ language, key, value }) => {
      const word = wordOf.get(language)
      return key.startsWith('sort.') && word !== undefined && value.toLowerCase().startsWith(`${word} `)
    })
    .map(({ source, key, offset }) =>
      finding(source, offset, `${key} begins with a word that precedes it in the menu.`),
    )
}

/** Matches keys of messages whose English text names the field and the problem, without a number. */
const COMMON_MESSAGE = /^messages\.(?:\w+Required|email(?:Invalid|TooLong))$/

/** Finds English messages about a field that differ from the message about the same problem in another form. */
export function differentMessages(texts: Text[]): string[] {
  const messages = texts.filter(({ language, key }) => language === 'en' && COMMON_MESSAGE.test(key))
  const firstOf = new Map(messages.toReversed().map(({ key, value }) => [key, value]))
  return messages
    .filter(({ key, value }) => value !== firstOf.get(key))
    .map(({ source, key, offset }) =>
      finding(source, offset, `${key} must be "${firstOf.get(key)}", as in other forms.`),
    )
}
