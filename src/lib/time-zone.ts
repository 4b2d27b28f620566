interface TimeZone {
  name: string
  offsets: Intl.DateTimeFormat
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
  const parts = findTimeZone(timeZone)?.offsets.formatToParts(moment) ?? []
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
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
    return { name: offsets.resolvedOptions().timeZone, offsets }
  } catch {
    // There is no such zone.
    return undefined
  }
}
