import { readFileSync } from 'node:fs'
import { appConfig } from '#app.config'

type Language = (typeof appConfig.languages)[number]

const [, other, third]: readonly Language[] = appConfig.languages

/** A language for tests that need another one than the default. If the app has no other, it is the default. */
export const SECOND_LANGUAGE: Language = other ?? appConfig.defaultLanguage

/** A language for tests that need a third one. If the app has no third, it is the second. */
export const THIRD_LANGUAGE: Language = third ?? SECOND_LANGUAGE

const untranslatedByLanguage = JSON.parse(readFileSync('src/i18n/untranslated.json', 'utf8')) as Partial<
  Record<string, string[]>
>

/** The languages into which all texts are translated. */
export const TRANSLATED = appConfig.languages.filter((language) => !untranslatedByLanguage[language]?.includes('*'))

/** Whether a language has translations of all texts whose `namespace:key` begins like this. */
export const hasTranslated = (language: Language, start: string) =>
  !untranslatedByLanguage[language]?.some((key) => key === '*' || key.startsWith(start))

/** Whether the app has all these languages. */
export const hasLanguages = (...languages: string[]) =>
  languages.every((language) => (appConfig.languages as readonly string[]).includes(language))

/** Returns the rows of a test's table that begin with a language of the app. */
export function rowsOfLanguages<Rest extends unknown[]>(
  rows: [language: string, ...Rest][],
): [language: Language, ...Rest][] {
  return rows.filter((row): row is [Language, ...Rest] => hasLanguages(row[0]))
}
