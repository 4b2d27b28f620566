import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { TRANSLATED } from '#lib/test-languages.ts'
import { readAddedTexts, textsIn, type Text } from './locales.ts'
import { readSources } from './source.ts'
import {
  exchangedVerbs,
  findBannedTerms,
  readMarkdownTable,
  hardCodedNumbers,
  unusedTerms,
  wrongPunctuation,
} from './terms.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/terms.md'), 'utf8')
const texts = textsIn(readSources('locales', ['.json']))
const languages: readonly string[] = appConfig.languages
const terms = readMarkdownTable(document, appConfig.defaultLanguage)
const bannedTerms = readMarkdownTable(document, 'language').map(([language = '', word = '', instead = '']) => ({
  language,
  word,
  instead,
}))

/** Texts whose exact wording is part of the product's specification. */
const SPECIFIED = new Set([
  'common:pages.404.title',
  'common:searchPlaceholder',
  'login:error.signup_disabled.text',
  'login:error.access_denied.text',
  'login:error.unknown_error.text',
])
const isSpecified = ({ language, namespace, key }: Text) => language === 'en' && SPECIFIED.has(`${namespace}:${key}`)
const unspecified = [...texts.filter((text) => !isSpecified(text)), ...readAddedTexts()]

test('every term has a word in every language, and some text uses it', () => {
  expect(terms.length).toBeGreaterThanOrEqual(30)
  for (const row of terms) expect(row).toHaveLength(appConfig.languages.length)
  const isWithout = (language: string) => terms.some((row) => row[languages.indexOf(language)] === '')
  expect(TRANSLATED.filter(isWithout)).toEqual([])
  expect(unusedTerms(texts, appConfig.languages, terms)).toEqual([])
})

test('no text uses a word that its language refuses', () => {
  const known = new Set(bannedTerms.map(({ language }) => language))
  expect([...known].filter((language) => !languages.includes(language))).toEqual([])
  expect(TRANSLATED.filter((language) => !known.has(language))).toEqual([])
  expect(findBannedTerms(unspecified, bannedTerms)).toEqual([])
})

test('every text of SPECIFIED breaks a rule of wording, because other texts need not be listed', () => {
  const specified = texts.filter(isSpecified)
  expect(specified).toHaveLength(SPECIFIED.size)
  for (const text of specified)
    expect([...findBannedTerms([text], bannedTerms), ...wrongPunctuation([text])]).not.toEqual([])
})

test('no text contains a fixed number', () => {
  expect(hardCodedNumbers([...texts, ...readAddedTexts()])).toEqual([])
})

test('every text uses the punctuation and spaces of its language', () => {
  expect(wrongPunctuation(unspecified)).toEqual([])
})

test('every translation says add where the English text says add, and create where it says create', () => {
  expect(exchangedVerbs([...texts, ...readAddedTexts()])).toEqual([])
})

test('exchangedVerbs reports a button that creates instead of adding', () => {
  const pair = (value: string) => [...one('en', 'Add user'), ...one('sw', value)]
  expect(exchangedVerbs(pair('Ongeza mtumiaji'))).toEqual([])
  expect(exchangedVerbs(pair('Unda mtumiaji'))).toEqual([expect.stringContaining('another verb than "Add user"')])
})

test('unusedTerms reports a term that no text uses', () => {
  const found = unusedTerms(one('fr', 'Votre code'), ['en', 'fr'], [['x', 'code · chiffre']])
  expect(found).toEqual([expect.stringContaining('"x"'), expect.stringContaining('"chiffre"')])
})

test.each([
  ['E-mail address', 'e-mail'],
  ['the login.', 'login'],
  ['because {{name}}', 'because {{name}}'],
])('findBannedTerms reports %s', (value, word) => {
  const found = findBannedTerms(one('en', value), [{ language: 'en', word, instead: 'x' }])
  expect(found).toEqual([`locales/en/a.json:1 a says "${word}": say x.`])
})

test('findBannedTerms ignores parts of words and other languages', () => {
  const word = { language: 'en', word: 'log in', instead: 'sign in' }
  expect([
    ...findBannedTerms(one('en', 'dialog into'), [word]),
    ...findBannedTerms(one('fr', 'log in'), [word]),
  ]).toEqual([])
})

test.each([
  ['en', 'Loading...'],
  ['en', 'It’s'],
  ['fr', 'Nom : x'],
  ['fr', "l'adresse"],
  ['fr', '« x »'],
  ['ar', 'ما, هذا'],
  ['ar', 'هذا؟ ٣'],
  ['sw', '"x"'],
])('wrongPunctuation reports for %s: %s', (language, value) => {
  expect(wrongPunctuation(one(language, value))).toHaveLength(1)
})

test('hardCodedNumbers reports digits, but not digits in the name of a variable', () => {
  expect(hardCodedNumbers(one('en', '{{count, number}} of 2'))).toHaveLength(1)
  expect(hardCodedNumbers(one('en', '{{count2, number}} of them'))).toEqual([])
})

test.each([
  ['en', 'You can undo this for a day.'],
  ['fr', 'pendant une heure'],
  ['ar', 'خلال يوم واحد'],
  ['sw', 'kwa siku moja'],
])('hardCodedNumbers reports for %s a duration in words: %s', (language, value) => {
  expect(hardCodedNumbers(one(language, value))).toHaveLength(1)
})

function one(language: string, value: string): Text[] {
  return textsIn([{ path: `locales/${language}/a.json`, text: JSON.stringify({ a: value }) }])
}
