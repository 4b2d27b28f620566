import { datesIn } from './intl.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Of each zone; more than two years. */
const DAYS_KEPT = 800
const exactIn = datesIn({ dateStyle: 'long', timeStyle: 'short' })
const shortDayIn = datesIn({ day: 'numeric', month: 'short', year: 'numeric' })
const timeOfDayIn = datesIn({ timeStyle: 'short' })

interface TimeZone {
  name: string
  offsets: Intl.DateTimeFormat
  /** By the number of the UTC day: that of its beginning and that of its end, for a format takes long and a list asks in each row. */
  offsetsOfDays: Map<number, [number, number]>
}

/**
 * By name, in small letters. Visitors name the zones, and a format takes 30 KB: so there is one for each zone and no
 * other, and names of no zone are not kept. All there are, some six hundred names, come to 20 MB.
 */
const kept = new Map<string, TimeZone>()

/** A time zone by its IANA name, in the spelling that Intl prefers; undefined for anything else. */
export function asTimeZone(name: string | undefined): string | undefined {
  return name === undefined ? undefined : findTimeZone(name)?.name
}

/** The zone of this browser; UTC where it does not say. */
export function browserTimeZone(): string {
  return asTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}

/**
 * The time that clocks of a zone show at a moment, as a date whose UTC parts say it. Formats are then those of UTC,
 * one for each language, and need not be made for each zone.
 */
export function localTime(moment: Date, timeZone: string): Date {
  return new Date(moment.getTime() + minutesAheadOfUtc(timeZone, moment) * MINUTE_MS)
}

/** A moment to the minute, on the clock of a zone that is named: 'March 14, 2027 at 3:05 PM UTC−4'. @param at ISO 8601 */
export function exactTime(at: string, language: string, timeZone: string): string {
  const moment = new Date(at)
  return `${exactIn(language)(localTime(moment, timeZone))} ${offsetName(moment, timeZone)}`
}

/** The day of a moment where a zone's clocks are: 'Mar 14, 2027'. @param at ISO 8601 */
export function shortDay(at: string, language: string, timeZone: string): string {
  return shortDayIn(language)(localTime(new Date(at), timeZone))
}

/** The time of a moment where a zone's clocks are: '3:04 PM'. @param at ISO 8601 */
export function timeOfDay(at: string, language: string, timeZone: string): string {
  return timeOfDayIn(language)(localTime(new Date(at), timeZone))
}

/** The distance of a zone's clocks from UTC at a moment, as people write it: 'UTC', 'UTC+5:30', 'UTC−4'. */
function offsetName(moment: Date, timeZone: string): string {
  const ahead = minutesAheadOfUtc(timeZone, moment)
  if (ahead === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `UTC${ahead < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** The minutes that the clocks of a zone were ahead of UTC at a moment; of a zone that `asTimeZone` does not know, 0. */
export function minutesAheadOfUtc(timeZone: string, moment: Date): number {
  const zone = findTimeZone(timeZone)
  if (!zone) return 0
  const day = Math.floor(moment.getTime() / DAY_MS)
  let offsets = zone.offsetsOfDays.get(day)
  if (!offsets) {
    offsets = [offsetAt(zone, day * DAY_MS), offsetAt(zone, (day + 1) * DAY_MS)]
    if (zone.offsetsOfDays.size >= DAYS_KEPT) zone.offsetsOfDays.clear()
    zone.offsetsOfDays.set(day, offsets)
  }
  // Clocks are not changed twice a day.
  return offsets[0] === offsets[1] ? offsets[0] : offsetAt(zone, moment.getTime())
}

function offsetAt({ offsets }: TimeZone, at: number): number {
  const offset = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function findTimeZone(name: string): TimeZone | undefined {
  const key = name.toLowerCase()
  const known = kept.get(key)
  if (known) return known
  // Offsets ('+05:30') are zones for Intl, though of no place.
  if (!/^[a-z][\w+/-]{1,39}$/.test(key)) return undefined
  const made = makeTimeZone(key)
  if (made) kept.set(key, made)
  return made
}

function makeTimeZone(name: string): TimeZone | undefined {
  try {
    const offsets = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' })
    return { name: offsets.resolvedOptions().timeZone, offsets, offsetsOfDays: new Map() }
  } catch {
    // There is no such zone.
    return undefined
  }
}
