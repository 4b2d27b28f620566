import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { directionOf, LANGUAGE_NAMES } from './languages.ts'

test('every language has its own name', () => {
  expect(new Set(Object.values(LANGUAGE_NAMES)).size).toBe(appConfig.languages.length)
})

test('directionOf returns the same direction as Node.js for every language', () => {
  const known = [
    'en',
    'fr',
    'ar',
    'sw',
    'he',
    'fa',
    'ur',
    'ps',
    'dv',
    'yi',
    'ckb',
    'sd',
    'ug',
    'pa-PK',
    'az-IR',
    'zh-TW',
    'ku',
  ]
  const inNode = (language: string) =>
    (new Intl.Locale(language) as unknown as { getTextInfo: () => { direction: string } }).getTextInfo().direction
  expect(known.map((language) => [language, directionOf(language)])).toEqual(
    known.map((language) => [language, inNode(language)]),
  )
})
