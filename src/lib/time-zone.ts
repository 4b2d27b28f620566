const DAY_MS = 86_400_000
/** Of each zone; more than two years. */
const DAYS_KEPT = 800

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

/** How many minutes the clocks of a zone were ahead of UTC at a moment. @param timeZone one that `asTimeZone` knows, or UTC is taken */
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
