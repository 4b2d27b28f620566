import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { isLanguage } from './languages.ts'
import { negotiateLanguage } from './negotiate-language.server.ts'

const FOUR_LANGUAGES = { languages: ['en', 'fr', 'ar', 'sw'], defaultLanguage: 'en' }
const WITH_REGIONS = { languages: ['en', 'pt-BR', 'zh-TW', 'zh-CN', 'sr', 'he'], defaultLanguage: 'en' }

test('the language is taken from the URL, then the cookie, then the browser, then the default', () => {
  const wishes = { query: 'sw', cookie: 'ar', acceptLanguage: 'fr' }
  expect(negotiateLanguage(FOUR_LANGUAGES, wishes)).toBe('sw')
  expect(negotiateLanguage(FOUR_LANGUAGES, { ...wishes, query: null })).toBe('ar')
  expect(negotiateLanguage(FOUR_LANGUAGES, { ...wishes, query: null, cookie: undefined })).toBe('fr')
  expect(negotiateLanguage(FOUR_LANGUAGES, {})).toBe('en')
  expect(negotiateLanguage(WITH_REGIONS, { query: 'pt-BR', cookie: 'he' })).toBe('pt-BR')
})

test('an unsupported language is ignored', () => {
  expect(negotiateLanguage(FOUR_LANGUAGES, { query: '../../x', cookie: 'de', acceptLanguage: 'fr' })).toBe('fr')
  expect(negotiateLanguage(FOUR_LANGUAGES, { query: 'EN', cookie: '__proto__', acceptLanguage: 'de, ja' })).toBe('en')
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
  'fr;q=1.2.3': 'fr',
  ';;;,,,=': 'en',
}

for (const [header, language] of Object.entries(HEADERS))
  test(`Accept-Language "${header}" selects ${language}`, () => {
    expect(negotiateLanguage(FOUR_LANGUAGES, { acceptLanguage: header })).toBe(language)
  })

test.each([
  ['pt-BR', 'pt-BR'],
  ['pt-br;q=0.5', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['zh-HK, zh;q=0.9', 'zh-TW'],
  ['zh-Hans-SG', 'zh-CN'],
  ['sr-Latn', 'sr'],
  ['he-IL', 'he'],
  ['en-!, he', 'en'],
  ['pt-!, he', 'he'],
])('in an app with regional languages, Accept-Language "%s" selects %s', (acceptLanguage, language) => {
  expect(negotiateLanguage(WITH_REGIONS, { acceptLanguage })).toBe(language)
})

test('every request gets one of the configured languages', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (query, cookie, acceptLanguage) => {
      expect(isLanguage(negotiateLanguage(appConfig, { query, cookie, acceptLanguage }))).toBe(true)
    }),
  )
})
