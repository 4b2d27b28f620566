import { describe, expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'
import { exactTime } from './time-zone.ts'

const ago = (moment: string, now: string, timeZone = 'UTC', language = 'en') =>
  relativeTime(new Date(moment), { language, timeZone, justNow: 'just now' }, new Date(now))

describe('relativeTime within a day returns the elapsed time', () => {
  test.each([
    ['2026-11-22T11:59:01Z', 'just now'],
    ['2026-11-22T11:59:00Z', '1m ago'],
    ['2026-11-22T11:00:01Z', '59m ago'],
    ['2026-11-22T11:00:00Z', '1h ago'],
    ['2026-11-21T12:00:01Z', '23h ago'],
  ])('the time %s is shown at noon of the 22nd as %s', (moment, words) => {
    for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])
      expect(ago(moment, '2026-11-22T12:00:00Z', timeZone)).toBe(words)
  })

  test('a future time is shown as "now", because a clock is wrong', () => {
    expect(ago('2026-11-23T12:00:00Z', '2026-11-22T12:00:00Z')).toBe('just now')
  })
})

describe('relativeTime after a day returns calendar days', () => {
  test.each([
    // 47 hours before: the day before yesterday in UTC, but yesterday where it was already past midnight.
    ['UTC', '2026-11-20T13:00:00Z', '2026-11-22T12:00:00Z', '2d ago'],
    ['Pacific/Auckland', '2026-11-20T13:00:00Z', '2026-11-22T10:00:00Z', 'yesterday'],
    ['UTC', '2026-11-20T13:00:00Z', '2026-11-22T10:00:00Z', '2d ago'],
    ['America/New_York', '2026-11-21T04:59:00Z', '2026-11-22T05:01:00Z', '2d ago'],
    ['America/New_York', '2026-11-21T05:00:00Z', '2026-11-22T05:01:00Z', 'yesterday'],
    ['Asia/Kolkata', '2026-11-20T18:29:00Z', '2026-11-21T18:31:00Z', '2d ago'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21T18:31:00Z', 'yesterday'],
    ['UTC', '2026-11-16T00:00:00Z', '2026-11-22T23:59:00Z', '6d ago'],
  ])('in the time zone %s the time %s is shown at %s as: %s', (timeZone, moment, now, words) => {
    expect(ago(moment, now, timeZone)).toBe(words)
  })

  test('relativeTime counts calendar days correctly when clocks are changed', () => {
    // New York: 8 March 2026 has 23 hours, 1 November 2026 has 25. Auckland: 27 September 2026 has 23.
    expect(ago('2026-03-08T04:30:00Z', '2026-03-09T04:30:00Z', 'America/New_York')).toBe('2d ago')
    expect(ago('2026-11-01T04:05:00Z', '2026-11-02T04:55:00Z', 'America/New_York')).toBe('24h ago')
    expect(ago('2026-10-31T16:00:00Z', '2026-11-01T17:00:00Z', 'America/New_York')).toBe('yesterday')
    expect(ago('2026-09-26T11:30:00Z', '2026-09-27T11:30:00Z', 'Pacific/Auckland')).toBe('2d ago')
  })
})

describe('relativeTime after a week returns the date', () => {
  test.each([
    ['UTC', '2026-11-15T23:59:00Z', '2026-11-22T00:01:00Z', 'Nov 15'],
    ['UTC', '2026-09-25T12:00:00Z', '2026-11-22T12:00:00Z', 'Sep 25'],
    ['UTC', '2025-12-31T23:30:00Z', '2026-11-22T12:00:00Z', 'Dec 31, 2025'],
    ['Asia/Kolkata', '2025-12-31T23:30:00Z', '2026-11-22T12:00:00Z', 'Jan 1'],
    ['America/New_York', '2026-11-01T03:00:00Z', '2026-11-22T12:00:00Z', 'Oct 31'],
  ])('in the time zone %s the date of %s is shown at %s as: %s', (timeZone, moment, now, words) => {
    expect(ago(moment, now, timeZone)).toBe(words)
  })
})

test('relativeTime uses the short words of each language, and digits from 0 to 9', () => {
  const moments = ['2026-11-22T11:59:30Z', '2026-11-22T09:00:00Z', '2026-11-21T10:00:00Z', '2026-11-17T12:00:00Z']
  const said = (language: string) => moments.map((moment) => ago(moment, '2026-11-22T12:00:00Z', 'UTC', language))
  expect(said('en')).toEqual(['just now', '3h ago', 'yesterday', '5d ago'])
  expect(said('fr')).toEqual(['just now', 'il y a 3\u00a0h', 'hier', 'il y a 5\u00a0j'])
  expect(said('ar')).toEqual(['just now', 'قبل 3 ساعات', 'أمس', 'قبل 5 أيام'])
  expect(said('sw')).toEqual(['just now', 'saa 3 zilizopita', 'jana', 'siku 5 zilizopita'])
})

test('an exact time names its time zone', () => {
  const told = (timeZone: string, language = 'en') => exactTime('2026-07-21T03:04:05Z', language, timeZone)
  expect(told('UTC')).toBe('July 21, 2026 at 3:04 AM UTC')
  expect(told('America/New_York')).toBe('July 20, 2026 at 11:04 PM UTC−4')
  expect(told('Asia/Kolkata')).toBe('July 21, 2026 at 8:34 AM UTC+5:30')
  expect(told('Pacific/Auckland')).toBe('July 21, 2026 at 3:04 PM UTC+12')
  expect(told('UTC', 'fr')).toBe('21 juillet 2026 à 03:04 UTC')
  expect(exactTime('2026-07-01T03:04:05Z', 'fr', 'UTC')).toBe('1er juillet 2026 à 03:04 UTC')
  expect(told('UTC', 'sw')).toBe('21 Julai 2026, 03:04 UTC')
  expect(told('UTC', 'ar')).toMatch(/^21 يوليو 2026.*3:04.*UTC$/)
})
