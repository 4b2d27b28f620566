import { minutesAheadOfUtc } from '#lib/time-zone.ts'

const MINUTE_MS = 60_000

/** The moment at which a day begins in a zone. @param day YYYY-MM-DD */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`)
  const at = (moment: number) => midnight - minutesAheadOfUtc(timeZone, new Date(moment)) * MINUTE_MS
  // Clocks may be changed between that moment in UTC and here: by its own offset then.
  return new Date(at(at(midnight)))
}
