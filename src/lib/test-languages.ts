import { readFileSync } from 'node:fs'
import { appConfig } from '#app.config'

type Language = (typeof appConfig.languages)[number]

const [, other, third]: readonly Language[] = appConfig.languages

/** A language for tests that need another one than the default. If the app has no other, it is the default. */
export const OTHER: Language = other ?? appConfig.defaultLanguage

/** A language for tests that need a third one. If the app has no third, it is the second. */
export const THIRD: Language = third ?? OTHER

const untranslated = JSON.parse(readFileSync('src/i18n/untranslated.json', 'utf8')) as Partial<Record<string, string[]>>

/** The languages into which all texts are translated. */
export const TRANSLATED = appConfig.languages.filter((language) => !untranslated[language]?.includes('*'))

/** Whether the app has all these languages. */
export const speaks = (...languages: string[]) =>
  languages.every((language) => (appConfig.languages as readonly string[]).includes(language))

/** Returns the rows of a test's table that begin with a language of the app. */
export function spoken<Rest extends unknown[]>(rows: [language: string, ...Rest][]): [language: Language, ...Rest][] {
  return rows.filter((row): row is [Language, ...Rest] => speaks(row[0]))
}
