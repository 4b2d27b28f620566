import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeTimeZone, minutesAheadOfUtc } from './time-zone.ts'

test.each(['UTC', 'America/New_York', 'America/Argentina/ComodRivadavia', 'America/Port-au-Prince', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => expect(normalizeTimeZone(name)).toBeDefined(),
)

test('all names and spellings of a zone are normalized to one', () => {
  expect(new Set(['Asia/Kolkata', 'Asia/Calcutta', 'asia/KOLKATA'].map(normalizeTimeZone)).size).toBe(1)
})

test.each([
  undefined,
  '',
  'Mars/Olympus',
  '+05:30',
  '-99:99',
  '../../etc/passwd',
  'UTC\r\nSet-Cookie: a=b',
  '<script>',
  'America/New_York ',
  'x'.repeat(100_000),
])('the name %j is not a time zone', (name) => expect(normalizeTimeZone(name)).toBeUndefined())

test('offsets equal those of Intl at any minute, also on days when clocks change', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'Europe/Paris',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ]
  const changes = ['2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-02-15T02:00Z', '2026-04-04T15:00Z'].map(Date.parse)
  const nearAChange = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -1_500, max: 1_500 }))
  const moments = fc.oneof(
    fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') }),
    nearAChange.map(([change, minutes]) => change + minutes * 60_000),
  )
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, at) => {
      expect(minutesAheadOfUtc(zone, new Date(at))).toBe(offsetByParts(zone, at))
    }),
    { numRuns: 500 },
  )
})

/** Returns the offset from UTC in minutes, by the formatted local time. */
function offsetByParts(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = ['year', 'month', 'day', 'hour', 'minute'].map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  )
  return (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / 60_000) * 60_000) / 60_000
}
