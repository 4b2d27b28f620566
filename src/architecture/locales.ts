import { appConfig } from '#app.config'
import { sameAsEnglish, untranslatedTexts } from './untranslated.ts'
import { finding, readSources, type Source } from './source.ts'

/** A text of a locale file. */
export interface Text {
  source: Source
  language: string
  namespace: string
  /** Path of the text in the JSON of the file, with dots, without the plural form. */
  key: string
  /** The plural form; empty for a text without plural forms. */
  form: string
  value: string
  offset: number
}

const FORM = /_(zero|one|two|few|many|other)$/

/** Variables that contain the number that selects the plural form: as a number, and as formatted text. */
const COUNT_VARIABLES = new Set(['count', 'number'])

/** Returns all texts of locale files: `locales/<language>/<namespace>.json`, also below other folders. */
export function textsIn(sources: Source[]): Text[] {
  return sources.flatMap((source) => {
    const [, language = '', namespace = ''] = /(?:^|\/)locales\/([^/]+)\/([^/]+)\.json$/.exec(source.path) ?? []
    const texts: Text[] = []
    const collect = (values: object, path: string[], after: number) => {
      let offset = after
      for (const [name, value] of Object.entries(values) as [string, unknown][]) {
        offset = source.text.indexOf(`"${name}"`, offset)
        if (typeof value === 'object' && value !== null) collect(value, [...path, name], offset)
        else {
          const form = FORM.exec(name)?.[1] ?? ''
          const key = [...path, name.replace(FORM, '')].join('.')
          texts.push({ source, language, namespace, key, form, value: String(value), offset })
        }
      }
    }
    collect(JSON.parse(source.text) as object, [], 0)
    return texts
  })
}

/** Reads the texts that `npm run add` and `npm run generate` add to an app. */
export function readAddedTexts(): Text[] {
  const files = [...readSources('recipes', ['.json']), ...readSources('scripts/generate/template', ['.json'])]
  return textsIn(files.filter(({ path }) => path.includes('/locales/')))
}

/** Finds locale files that are missing, and files whose language or namespace is not registered. */
export function unregisteredFiles(sources: Source[], namespaces: readonly string[]): string[] {
  const wanted = appConfig.languages.flatMap((language) => namespaces.map((name) => `locales/${language}/${name}.json`))
  const there = sources.map(({ path }) => path)
  return [
    ...wanted
      .filter((path) => !there.includes(path))
      .map((path) => `${path}:1 Is missing: add it, or take its name out of src/i18n/namespaces.ts.`),
    ...there
      .filter((path) => !wanted.includes(path))
      .map((path) => `${path}:1 Is no namespace: register it in src/i18n/namespaces.ts, or remove it.`),
  ]
}

/** Finds keys that exist in English but not in another language, or the other way round. */
export function mismatchedKeys(texts: Text[], languages: readonly string[] = appConfig.languages): string[] {
  const keysOf = (language: string) =>
    new Map(texts.filter((text) => text.language === language).map((text) => [`${text.namespace}:${text.key}`, text]))
  const english = keysOf(appConfig.defaultLanguage)
  return languages.flatMap((language) => {
    const own = keysOf(language)
    const missing = [...english].filter(([name]) => !own.has(name))
    const extra = [...own].filter(([name]) => !english.has(name))
    return missing
      .map(([, { source, key, offset }]) => finding(source, offset, `${key} is missing in ${language}: translate it.`))
      .concat(
        extra.map(([, { source, key, offset }]) =>
          finding(source, offset, `${key} is not in en: remove it, or add it there.`),
        ),
      )
  })
}

/** Finds texts with plural forms that their language does not have, or without a form that it has. */
export function wrongPlurals(texts: Text[]): string[] {
  const plural = new Set(
    inEnglish(texts)
      .filter(({ form }) => form !== '')
      .map(({ namespace, key }) => `${namespace}:${key}`),
  )
  const byName = Object.groupBy(texts, ({ language, namespace, key }) => `${language}:${namespace}:${key}`)
  return Object.values(byName).flatMap((forms = []) => {
    const [first] = forms
    if (!first) return []
    const wanted = plural.has(`${first.namespace}:${first.key}`)
      ? new Intl.PluralRules(first.language).resolvedOptions().pluralCategories
      : ['']
    const given = forms.map(({ form }) => form)
    if (wanted.length === given.length && wanted.every((form) => given.includes(form))) return []
    return [
      finding(
        first.source,
        first.offset,
        `${first.key} has ${joinWords(given)}: ${first.language} needs ${joinWords(wanted)}.`,
      ),
    ]
  })
}

/** Finds texts with other {{variables}} than in English. A plural form for exactly one number can spell the number out. */
export function mismatchedVariables(texts: Text[]): string[] {
  const english = Map.groupBy(inEnglish(texts), ({ namespace, key }) => `${namespace}:${key}`)
  return texts.flatMap(({ source, language, namespace, key, form, value, offset }) => {
    const variables = (values: string[]) =>
      [...new Set(values.flatMap(variablesOf))]
        .filter((name) => !COUNT_VARIABLES.has(name) || !isOneNumber(language, form))
        .sort()
    const [wanted, given] = [english.get(`${namespace}:${key}`)?.map((text) => text.value) ?? [], [value]].map(
      variables,
    )
    if (String(wanted) === String(given)) return []
    return [finding(source, offset, `${key} has the variables ${joinWords(given)}: it needs ${joinWords(wanted)}.`)]
  })
}

/** Whether a plural form is used for exactly one number. In French, "one" is also used for 0, so it is not. */
function isOneNumber(language: string, form: string): boolean {
  const rules = new Intl.PluralRules(language)
  return (
    form !== '' &&
    Array.from({ length: 1_000 }, (_, count) => rules.select(count)).filter((one) => one === form).length === 1
  )
}

/** Untranslated texts as `namespace:key`, by language; `*` stands for all texts of a language that is being translated. */
export type Untranslated = Partial<Record<string, readonly string[]>>

/** The file that lists untranslated texts. `npm run generate` and `npm run language` add the texts that they cannot translate. */
export const UNTRANSLATED = 'src/i18n/untranslated.json'

/** The file that lists translations that are correct although they equal the English text. */
export const SAME_TEXTS = 'src/i18n/same-texts.json'

/** Finds texts that are empty or still English, and texts that are listed as untranslated but have been translated. */
export function untranslated(texts: Text[], named: Untranslated = {}): string[] {
  const [same, english] = [new Set(sameAsEnglish(texts)), new Set(untranslatedTexts(texts))]
  return texts.flatMap((text) => {
    const { source, language, namespace, key, value, offset } = text
    if (value.trim() === '') return [finding(source, offset, `${key} is empty: write a text, or remove the key.`)]
    const isNamed = named[language]?.includes(`${namespace}:${key}`) ?? false
    if (isNamed && !same.has(text))
      return [finding(source, offset, `${key} is translated into ${language}: remove it from ${UNTRANSLATED}.`)]
    const mayBe = isNamed || named[language]?.includes('*')
    return english.has(text) && !mayBe
      ? [finding(source, offset, `${key} is still English: translate it into ${language}, or add it to ${SAME_TEXTS}.`)]
      : []
  })
}

function inEnglish(texts: Text[]): Text[] {
  return texts.filter(({ language }) => language === appConfig.defaultLanguage)
}

function variablesOf(value: string): string[] {
  return [...value.matchAll(/\{\{\s*-?\s*(\w+)/g)].map(([, name = '']) => name)
}

function joinWords(words: string[] = []): string {
  return words.map((word) => word || '(no form)').join(', ') || 'none'
}
