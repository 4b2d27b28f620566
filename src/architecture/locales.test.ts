import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manifests } from '#features.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import sameTexts from '#i18n/same-texts.json' with { type: 'json' }
import { sameAsEnglish } from './untranslated.ts'
import { ERROR_STATUS } from '#lib/app-error.ts'
import {
  textsIn,
  mismatchedKeys,
  mismatchedVariables,
  unregisteredFiles,
  UNTRANSLATED,
  untranslated,
  wrongPlurals,
} from './locales.ts'
import { readSources } from './source.ts'

const NAMESPACES = manifests.flatMap(({ texts = {} }) => Object.keys(texts) as Namespace[])

const files = readSources('locales', ['.json'])
const texts = textsIn(files)

test('every language has exactly the registered namespaces', () => {
  expect(unregisteredFiles(files, NAMESPACES)).toEqual([])
})

test('unregisteredFiles reports missing and extra locale files', () => {
  const found = unregisteredFiles(
    [...files.filter(({ path }) => path !== 'locales/en/home.json'), file('en', 'more')],
    NAMESPACES,
  )
  expect(found).toEqual([
    expect.stringContaining('locales/en/home.json:1 Is missing'),
    expect.stringContaining('locales/en/more.json:1 Is no namespace'),
  ])
})

test('every action of the history has a sentence in history.json and a name in audit.json', () => {
  const keys = new Set(
    texts.filter(({ language }) => language === 'en').map(({ namespace, key }) => `${namespace}:${key}`),
  )
  const missing = manifests
    .flatMap(({ audit = [] }) => audit)
    .flatMap((action) => [`history:actions.${action}`, `audit:actions.${action}`])
    .filter((key) => !keys.has(key))
  expect(missing).toEqual([])
})

test('every language has the same keys as English', () => {
  expect(mismatchedKeys(texts)).toEqual([])
})

test('mismatchedKeys reports missing and extra keys', () => {
  const inAll = { 'a.b': 'x' }
  const found = mismatchedKeys(all({ en: { ...inAll, c: 'x' }, fr: { ...inAll, c: 'x', d: 'x' }, ar: inAll }), [
    'en',
    'fr',
    'ar',
  ])
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:4 d is not in en'),
    expect.stringContaining('locales/en/a.json:3 c is missing in ar'),
  ])
})

test('every text that is plural in English has the plural forms of its language', () => {
  expect(wrongPlurals(texts)).toEqual([])
})

test('wrongPlurals reports missing and extra plural forms, and a text without any', () => {
  const en = { n_one: '1', n_other: '{{count}}' }
  const found = wrongPlurals(all({ en, fr: en, ar: { n: '{{count}}' }, sw: { ...en, n_few: '{{count}}' } }))
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:2 n has one, other: fr needs one, many, other'),
    expect.stringContaining('locales/ar/a.json:2 n has (no form): ar needs zero, one, two, few, many, other'),
    expect.stringContaining('locales/sw/a.json:2 n has one, other, few: sw needs one, other'),
  ])
})

test('every text has the same variables as the English text', () => {
  expect(mismatchedVariables(texts)).toEqual([])
})

test('mismatchedVariables reports missing and extra variables', () => {
  const found = mismatchedVariables(all({ en: { a: '{{name}}', b: 'x' }, fr: { a: '{{nom}}', b: '{{more}}' } }))
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:2 a has the variables nom: it needs name'),
    expect.stringContaining('locales/fr/a.json:3 b has the variables more: it needs none'),
  ])
})

test('mismatchedVariables accepts a number in words only in a plural form for exactly one number', () => {
  const en = { n_one: 'one by {{name}}', n_other: '{{count}} ({{number}}) by {{name}}' }
  const ar = { n_two: 'two by {{name}}', n_few: 'few by {{name}}' }
  const fr = { n_one: 'zero or one by {{name}}' }
  expect(mismatchedVariables(all({ en, fr, ar }))).toEqual([
    expect.stringContaining('locales/fr/a.json:2 n has the variables name: it needs count, name, number'),
    expect.stringContaining('locales/ar/a.json:3 n has the variables name: it needs count, name, number'),
  ])
})

const untranslatedKeys = JSON.parse(readFileSync(UNTRANSLATED, 'utf8')) as Record<string, string[]>

test('every text is translated and not empty, or is listed as untranslated', () => {
  expect(untranslated(texts, untranslatedKeys)).toEqual([])
})

test('every text that is listed as untranslated exists', () => {
  const there = new Set(texts.map(({ language, namespace, key }) => `${language}/${namespace}:${key}`))
  const gone = Object.entries(untranslatedKeys).flatMap(([language, keys]) =>
    keys.map((key) => `${language}/${key}`).filter((key) => !there.has(key) && key !== `${language}/*`),
  )
  expect(gone).toEqual([])
})

test('untranslated reports empty texts, and texts with English words unless the whole language is untranslated', () => {
  const en = { a: 'Save', c: '{{count}} · {{name}}', d: ' ' }
  const found = [expect.stringContaining('locales/en/a.json:4 d is empty')]
  expect(untranslated(all({ en, fr: { ...en, d: 'x' } }))).toEqual([
    ...found,
    expect.stringContaining('locales/fr/a.json:2 a is still English'),
  ])
  expect(untranslated(all({ en, fr: { ...en, d: 'x' } }), { fr: ['*'] })).toEqual(found)
})

test('every text listed as equal to English equals the English text, and is in a language of the app', () => {
  const same = new Set(sameAsEnglish(texts).map(({ language, value }) => `${language}: ${value}`))
  const listed = Object.entries<string[]>(sameTexts).flatMap(([language, values]) =>
    values.map((value) => `${language}: ${value}`),
  )
  expect(listed.filter((text) => !same.has(text))).toEqual([])
})

test('untranslated accepts a listed text that is English, and reports a listed text that is translated', () => {
  const named = { fr: ['a:b', 'a:c'] }
  expect(untranslated(all({ en: { b: 'Due', c: 'Paid' }, fr: { b: 'Due', c: 'Payé' } }), named)).toEqual([
    expect.stringContaining('locales/fr/a.json:3 c is translated into fr: remove it from src/i18n/untranslated.json'),
  ])
})

test('the namespace errors has exactly the codes of ERROR_STATUS, and error-catalogue has no code of them', () => {
  const codesIn = (namespace: string) =>
    texts
      .filter((text) => text.language === 'en' && text.namespace === namespace && !text.key.startsWith('validation.'))
      .map(({ key }) => key)
  expect(codesIn('errors').sort()).toEqual(Object.keys(ERROR_STATUS).sort())
  expect(codesIn('error-catalogue').filter((code) => Object.hasOwn(ERROR_STATUS, code))).toEqual([])
})

function all(languages: Record<string, Record<string, string>>) {
  return textsIn(Object.entries(languages).map(([language, values]) => file(language, 'a', values)))
}

function file(language: string, namespace: string, values: Record<string, string> = {}) {
  return { path: `locales/${language}/${namespace}.json`, text: JSON.stringify(values, null, 2) }
}
