import { expect, test } from 'vitest'
import { endOfDay, isDay } from './days.ts'

test('isDay accepts only days of the calendar', () => {
  const texts = [
    '2026-11-23',
    '2028-02-29',
    '2027-02-29',
    '2027-02-30',
    '2027-13-01',
    '2027-1-1',
    '0001-01-01',
    '9999-12-31',
    '',
  ]
  expect(texts.filter(isDay)).toEqual(['2026-11-23', '2028-02-29'])
})

test('endOfDay returns the last millisecond of a day in the local time zone', () => {
  const end = new Date(endOfDay('2026-11-23'))
  expect([end.getDate(), end.getHours(), end.getMilliseconds()]).toEqual([23, 23, 999])
  expect(new Date(end.getTime() + 1).getDate()).toBe(24)
})
