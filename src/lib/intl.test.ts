import { expect, test } from 'vitest'
import { numberIn, perLanguage } from './intl.ts'

test('what was made for a language is kept', () => {
  const made: string[] = []
  const make = perLanguage((locale) => made.push(locale))
  expect(['en', 'fr', 'en'].map(make)).toEqual([1, 2, 1])
  expect(made).toEqual(['en-u-nu-latn', 'fr-u-nu-latn'])
})

test('digits are those of our texts in every language', () => {
  expect(['en', 'fr', 'ar', 'sw'].map((language) => numberIn(language).format(12))).toEqual(['12', '12', '12', '12'])
})
