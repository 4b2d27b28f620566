import { localTime, offsetName } from './local-time.ts'
import { perLanguage } from './per-language.ts'

const formatIn = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

/** A moment to the minute, on the clock of a zone that is named: 'March 14, 2027 at 3:05 PM UTC−4'. @param at ISO 8601 */
export function exactTime(at: string, language: string, timeZone: string): string {
  const moment = new Date(at)
  return `${formatIn(language).format(localTime(moment, timeZone))} ${offsetName(moment, timeZone)}`
}
