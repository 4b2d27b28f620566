import { expect, test } from 'vitest'
import { manifests } from '#features.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { ERROR_STATUS } from '#lib/app-error.ts'
import { textsIn, unevenKeys, unevenVariables, unregisteredFiles, untranslated, wrongPlurals } from './locales.ts'
import { readSources } from './source.ts'

const NAMESPACES = manifests.flatMap(({ texts = {} }) => Object.keys(texts) as Namespace[])

const files = readSources('locales', ['.json'])
const texts = textsIn(files)

test('every language has the registered namespaces and no other', () => {
  expect(unregisteredFiles(files, NAMESPACES)).toEqual([])
})

test('a file too few and a file too many are refused', () => {
  const found = unregisteredFiles(
    [...files.filter(({ path }) => path !== 'locales/sw/home.json'), file('fr', 'more')],
    NAMESPACES,
  )
  expect(found).toEqual([
    expect.stringContaining('locales/sw/home.json:1 Is missing'),
    expect.stringContaining('locales/fr/more.json:1 Is no namespace'),
  ])
})

test('every language has the keys that English has', () => {
  expect(unevenKeys(texts)).toEqual([])
})

test('a key too few and a key too many are refused', () => {
  const inAll = { 'a.b': 'x' }
  const found = unevenKeys(
    all({ en: { ...inAll, c: 'x' }, fr: { ...inAll, c: 'x', d: 'x' }, ar: inAll, sw: { ...inAll, c: 'x' } }),
  )
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:4 d is not in en'),
    expect.stringContaining('locales/en/a.json:3 c is missing in ar'),
  ])
})

test('every text with a number has the plural forms of its language', () => {
  expect(wrongPlurals(texts)).toEqual([])
})

test('a plural form too few or too many is refused, and so is a plural that has none', () => {
  const en = { n_one: '1', n_other: '{{count}}' }
  const found = wrongPlurals(all({ en, fr: en, ar: { n: '{{count}}' }, sw: { ...en, n_few: '{{count}}' } }))
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:2 n has one, other: fr wants one, many, other'),
    expect.stringContaining('locales/ar/a.json:2 n has (no form): ar wants zero, one, two, few, many, other'),
    expect.stringContaining('locales/sw/a.json:2 n has one, other, few: sw wants one, other'),
  ])
})

test('every text has the variables of the English one', () => {
  expect(unevenVariables(texts)).toEqual([])
})

test('a variable too few or too many is refused', () => {
  const found = unevenVariables(all({ en: { a: '{{name}}', b: 'x' }, fr: { a: '{{nom}}', b: '{{more}}' } }))
  expect(found).toEqual([
    expect.stringContaining('locales/fr/a.json:2 a has the variables nom: it wants name'),
    expect.stringContaining('locales/fr/a.json:3 b has the variables more: it wants none'),
  ])
})

test('a form for one number alone may have the number in words, any other may not', () => {
  const en = { n_one: 'one by {{name}}', n_other: '{{count}} ({{number}}) by {{name}}' }
  const ar = { n_two: 'two by {{name}}', n_few: 'few by {{name}}' }
  const fr = { n_one: 'zero or one by {{name}}' }
  expect(unevenVariables(all({ en, fr, ar }))).toEqual([
    expect.stringContaining('locales/fr/a.json:2 n has the variables name: it wants count, name, number'),
    expect.stringContaining('locales/ar/a.json:3 n has the variables name: it wants count, name, number'),
  ])
})

test('every text says something, in its own language', () => {
  expect(untranslated(texts)).toEqual([])
})

test('an empty text and one that is English still are refused; signs and what is the same word are not', () => {
  const en = { a: 'Save', b: 'Code', c: '{{count}} · {{name}}', d: ' ' }
  expect(untranslated(all({ en, fr: { ...en, d: 'x' } }))).toEqual([
    expect.stringContaining('locales/en/a.json:5 d is empty'),
    expect.stringContaining('locales/fr/a.json:2 a is English still'),
  ])
})

test('pages are handed the sentences of what a call can fail with, and no other; the rest is the catalogue', () => {
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
