import { expect, test } from 'vitest'
import { asTimeZone } from './time-zone.ts'

test.each(['UTC', 'America/New_York', 'America/Argentina/ComodRivadavia', 'America/Port-au-Prince', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => expect(asTimeZone(name)).toBeDefined(),
)

test('two names of one zone, and all their spellings, come out as one', () => {
  expect(new Set(['Asia/Kolkata', 'Asia/Calcutta', 'asia/KOLKATA'].map(asTimeZone)).size).toBe(1)
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
])('%j is none', (name) => expect(asTimeZone(name)).toBeUndefined())
