import { appConfig } from '#app.config'
import { LANGUAGE_NAMES, type Language } from '#i18n/languages.ts'
import { patternOfText, textsByKey, textsOf } from './texts.ts'

/** The texts of a language: plain texts, and patterns for those with placeholders. */
interface LanguageTexts {
  plain: Set<string>
  patterns: RegExp[]
}

const TEXTS = Object.fromEntries(appConfig.languages.map((language) => [language, languageTexts(language)])) as Record<
  Language,
  LanguageTexts
>
const ENGLISH = textsByKey(textsOf('en'))
/** The English texts without placeholders and tags. Some of them are equal to a key by chance. */
const WORDS = new Set(ENGLISH.flatMap(([, text]) => text.split(/\{\{[^}]*\}\}|<[^>]*>/)).map((words) => words.trim()))
/** The keys of all texts, with and without their namespace, except keys that are equal to English words of a text. */
export const KEYS = new Set(
  ENGLISH.flatMap(([key]) => [key, key.replace('.', ':'), key.replace(/^\w+\./, '')]).filter((key) => !WORDS.has(key)),
)
const NAMES_OF_LANGUAGES = new Set<string>(Object.values(LANGUAGE_NAMES))

/** Returns the texts of a page that are keys instead of translations, or contain an unfilled placeholder. */
export function findKeys(given: readonly string[]): string[] {
  return given.filter((text) => KEYS.has(text) || /^\w+:[a-z][\w.]*$/i.test(text) || text.includes('{{'))
}

/** Returns the texts of a page that are translations of another language and not of this language. */
export function findForeignTexts(given: readonly string[], language: Language): string[] {
  const others = appConfig.languages.filter((other) => other !== language)
  return given.filter(
    (text) =>
      !NAMES_OF_LANGUAGES.has(text) &&
      !includesText(TEXTS[language], text) &&
      others.some((other) => includesText(TEXTS[other], text)),
  )
}

function includesText({ plain, patterns }: LanguageTexts, text: string): boolean {
  return plain.has(text) || patterns.some((pattern) => pattern.test(text))
}

function languageTexts(language: Language): LanguageTexts {
  const texts = textsByKey(textsOf(language)).map(([, text]) => text)
  const [filled, plain] = [texts.filter((text) => text.includes('{{')), texts.filter((text) => !text.includes('{{'))]
  return {
    plain: new Set(plain),
    // Skip a pattern that consists almost only of placeholders, because it would match users' data.
    patterns: filled
      .filter((text) => text.replace(/\{\{[^}]*\}\}|[^\p{L}]/gu, '').length >= 4)
      .map((text) => new RegExp(`^${patternOfText(text).source}$`, 'su')),
  }
}
