import { perLanguage } from './per-language.ts'

const formatIn = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))

/** A day in words, as a language writes it: 'March 14, 2027'. @param at ISO 8601; the day is that of UTC */
export function longDay(at: string, language: string): string {
  return formatIn(language).format(new Date(at))
}
