import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { directionOf, isLanguage, LANGUAGE_NAMES, negotiateLanguage } from './languages.ts'

test('the URL is heard before the cookie, the cookie before the browser, the browser before the default', () => {
  const wishes = { query: 'sw', cookie: 'ar', acceptLanguage: 'fr' }
  expect(negotiateLanguage(wishes)).toBe('sw')
  expect(negotiateLanguage({ ...wishes, query: null })).toBe('ar')
  expect(negotiateLanguage({ ...wishes, query: null, cookie: undefined })).toBe('fr')
  expect(negotiateLanguage({})).toBe('en')
})

test('a wish for a language we do not speak is passed over', () => {
  expect(negotiateLanguage({ query: '../../x', cookie: 'de', acceptLanguage: 'fr' })).toBe('fr')
  expect(negotiateLanguage({ query: 'EN', cookie: '__proto__', acceptLanguage: 'de, ja' })).toBe('en')
})

const HEADERS = {
  'fr-CA,fr;q=0.9,en;q=0.8': 'fr',
  'de, sw;q=0.3, ar;q=0.7': 'ar',
  'en;q=0, ar': 'ar',
  'AR-eg': 'ar',
  ' fr ; q=0.5 , en ; q=0.4': 'fr',
  'en;q=0.2,fr;q=0.9': 'fr',
  'sw;Q=0.9, fr;q=0.1': 'sw',
  '*': 'en',
  'fr;q=1.2.3': 'en',
  ';;;,,,=': 'en',
}

for (const [header, language] of Object.entries(HEADERS))
  test(`Accept-Language "${header}" is answered in ${language}`, () => {
    expect(negotiateLanguage({ acceptLanguage: header })).toBe(language)
  })

test('every request gets one of the configured languages', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (query, cookie, acceptLanguage) => {
      expect(isLanguage(negotiateLanguage({ query, cookie, acceptLanguage }))).toBe(true)
    }),
  )
})

test('every language has its own name; Arabic alone runs from right to left', () => {
  expect(new Set(Object.values(LANGUAGE_NAMES)).size).toBe(appConfig.languages.length)
  expect(appConfig.languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
})
