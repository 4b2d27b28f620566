import { datesIn } from './intl.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Maximum cached days for each zone; more than two years. */
const MAX_CACHED_DAYS = 800
const exactIn = datesIn({ dateStyle: 'long', timeStyle: 'short' })
const shortDayIn = datesIn({ day: 'numeric', month: 'short', year: 'numeric' })
const timeOfDayIn = datesIn({ timeStyle: 'short' })

interface TimeZone {
  name: string
  offsets: Intl.DateTimeFormat
  /** Offsets at the start and end of a UTC day, by its number; cached because formatting is slow and lists use many rows. */
  offsetsOfDays: Map<number, [number, number]>
}

/**
 * Zones by lowercase name. Visitors send the names, and a zone's format takes 30 KB, so each zone is cached only once, and
 * unknown names are not cached. All names (some six hundred) take 20 MB.
 */
const knownZones = new Map<string, TimeZone>()

/** Normalizes the IANA name of a time zone to Intl's spelling; undefined if unknown. */
export function normalizeTimeZone(name: string | undefined): string | undefined {
  return name === undefined ? undefined : findTimeZone(name)?.name
}

/** Returns the browser's time zone; UTC if unknown. */
export function browserTimeZone(): string {
  return normalizeTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}

/**
 * Returns the local time of a zone as the UTC parts of a date. A single UTC format for each language is then enough for all
 * zones.
 */
export function localTimeAsUtc(moment: Date, timeZone: string): Date {
  return new Date(moment.getTime() + minutesAheadOfUtc(timeZone, moment) * MINUTE_MS)
}

/** Formats a time to the minute with its zone: 'March 14, 2027 at 3:05 PM UTC−4'. @param at ISO 8601 */
export function exactTime(at: string, language: string, timeZone: string): string {
  const moment = new Date(at)
  return `${exactIn(language)(localTimeAsUtc(moment, timeZone))} ${offsetName(moment, timeZone)}`
}

/** Formats a date in a time zone: 'Mar 14, 2027'. @param at ISO 8601 */
export function shortDay(at: string, language: string, timeZone: string): string {
  return shortDayIn(language)(localTimeAsUtc(new Date(at), timeZone))
}

/** Formats a time of day in a time zone: '3:04 PM'. @param at ISO 8601 */
export function timeOfDay(at: string, language: string, timeZone: string): string {
  return timeOfDayIn(language)(localTimeAsUtc(new Date(at), timeZone))
}

/** Formats a zone's offset from UTC at a time: 'UTC', 'UTC+5:30', 'UTC−4'. */
function offsetName(moment: Date, timeZone: string): string {
  const ahead = minutesAheadOfUtc(timeZone, moment)
  if (ahead === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `UTC${ahead < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** Returns a zone's offset from UTC in minutes at a time; 0 for an unknown zone. */
export function minutesAheadOfUtc(timeZone: string, moment: Date): number {
  const zone = findTimeZone(timeZone)
  if (!zone) return 0
  const day = Math.floor(moment.getTime() / DAY_MS)
  let offsets = zone.offsetsOfDays.get(day)
  if (!offsets) {
    offsets = [offsetAt(zone, day * DAY_MS), offsetAt(zone, (day + 1) * DAY_MS)]
    if (zone.offsetsOfDays.size >= MAX_CACHED_DAYS) zone.offsetsOfDays.clear()
    zone.offsetsOfDays.set(day, offsets)
  }
  // Clocks change at most once a day, so the offset is constant on a day that begins and ends with the same offset.
  return offsets[0] === offsets[1] ? offsets[0] : offsetAt(zone, moment.getTime())
}

function offsetAt({ offsets }: TimeZone, at: number): number {
  const offset = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function findTimeZone(name: string): TimeZone | undefined {
  const key = name.toLowerCase()
  const known = knownZones.get(key)
  if (known) return known
  // Intl accepts offsets ('+05:30') as zones; refuse them.
  if (!/^[a-z][\w+/-]{1,39}$/.test(key)) return undefined
  const made = makeTimeZone(key)
  if (made) knownZones.set(key, made)
  return made
}

function makeTimeZone(name: string): TimeZone | undefined {
  try {
    const offsets = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
    return { name: offsets.resolvedOptions().timeZone, offsets, offsetsOfDays: new Map() }
  } catch {
    // Unknown zone.
    return undefined
  }
}
