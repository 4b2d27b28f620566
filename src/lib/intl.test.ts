import { expect, test } from 'vitest'
import { datesIn, longDay, numberIn, perLanguage } from './intl.ts'
import { exactTime } from './time-zone.ts'

test('perLanguage creates a value once for each language', () => {
  const made: string[] = []
  const make = perLanguage((locale) => made.push(locale))
  expect(['en', 'fr', 'en'].map(make)).toEqual([1, 2, 1])
  expect(made).toEqual(['en-u-nu-latn', 'fr-u-nu-latn'])
})

test('digits are Latin in every language', () => {
  expect(['en', 'fr', 'ar', 'sw'].map((language) => numberIn(language).format(12))).toEqual(['12', '12', '12', '12'])
})

test('only the first day of a month has “1er” in French', () => {
  const [full, short] = [datesIn({ dateStyle: 'full' })('fr'), datesIn({ day: 'numeric', month: 'short' })('fr')]
  expect([full(new Date('2027-03-01')), short(new Date('2027-03-01'))]).toEqual(['lundi 1er mars 2027', '1er mars'])
  expect(exactTime('2027-03-01T11:01:00Z', 'fr', 'UTC')).toMatch(/^1er mars 2027 à 11:01/)
  expect(['01', '11', '21', '31'].map((day) => longDay(`2027-01-${day}`, 'fr'))).toEqual([
    '1er janvier 2027',
    '11 janvier 2027',
    '21 janvier 2027',
    '31 janvier 2027',
  ])
  expect(longDay('2027-03-01', 'sw')).toBe('1 Machi 2027')
})
