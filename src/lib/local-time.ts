import { minutesAheadOfUtc } from './time-zone.ts'

const MINUTE_MS = 60_000

/**
 * What clocks and calendars of a zone show at a moment, as a date whose UTC parts say it. Formats are then those of UTC,
 * one for each language, and need not be made for each zone.
 */
export function localTime(moment: Date, timeZone: string): Date {
  return new Date(moment.getTime() + minutesAheadOfUtc(timeZone, moment) * MINUTE_MS)
}

/** How far the clocks of a zone are from UTC at a moment, as people write it: 'UTC', 'UTC+5:30', 'UTC−4'. */
export function offsetName(moment: Date, timeZone: string): string {
  const ahead = minutesAheadOfUtc(timeZone, moment)
  if (ahead === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `UTC${ahead < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}
