import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { textsIn, type Text } from './locales.ts'
import { readSources } from './source.ts'
import { refusedTerms, tableOf, typedNumbers, unusedTerms, wrongSigns } from './terms.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/terms.md'), 'utf8')
const texts = textsIn(readSources('locales', ['.json']))
const terms = tableOf(document, appConfig.defaultLanguage)
const refused = tableOf(document, 'language').map(([language = '', word = '', instead = '']) => ({
  language,
  word,
  instead,
}))

/** The product was specified with these words, to the letter. */
const GIVEN = new Set([
  'common:searchPlaceholder',
  'login:error.signup_disabled.text',
  'login:error.access_denied.text',
  'login:error.unknown_error.text',
])
const isGiven = ({ language, namespace, key }: Text) => language === 'en' && GIVEN.has(`${namespace}:${key}`)
const chosen = texts.filter((text) => !isGiven(text))

test('every term has a word in every language, and it is said', () => {
  expect(terms.length).toBeGreaterThanOrEqual(30)
  for (const row of terms) expect(row).toHaveLength(appConfig.languages.length)
  expect(unusedTerms(texts, appConfig.languages, terms)).toEqual([])
})

test('no text says what its language says in another way', () => {
  for (const language of appConfig.languages) expect(refused.map((term) => term.language)).toContain(language)
  expect(refusedTerms(chosen, refused)).toEqual([])
})

test('a text that is given says or writes what is refused to others, or it is not on the list', () => {
  const given = texts.filter(isGiven)
  expect(given).toHaveLength(GIVEN.size)
  for (const text of given) expect([...refusedTerms([text], refused), ...wrongSigns([text])]).not.toEqual([])
})

test('no text has a number typed in', () => {
  expect(typedNumbers(texts)).toEqual([])
})

test('every text has the signs and spaces of its language', () => {
  expect(wrongSigns(chosen)).toEqual([])
})

test('a term that nobody says is found', () => {
  const found = unusedTerms(one('fr', 'Votre code'), ['en', 'fr'], [['x', 'code · chiffre']])
  expect(found).toEqual([expect.stringContaining('"x"'), expect.stringContaining('"chiffre"')])
})

test.each([
  ['E-mail address', 'e-mail'],
  ['the login.', 'login'],
  ['because {{name}}', 'because {{name}}'],
])('%s is refused', (value, word) => {
  const found = refusedTerms(one('en', value), [{ language: 'en', word, instead: 'x' }])
  expect(found).toEqual([`locales/en/a.json:1 a says "${word}": say x.`])
})

test('a word is not refused within another one, nor in another language', () => {
  const word = { language: 'en', word: 'log in', instead: 'sign in' }
  expect([...refusedTerms(one('en', 'dialog into'), [word]), ...refusedTerms(one('fr', 'log in'), [word])]).toEqual([])
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
])('in %s %s is written in another way', (language, value) => {
  expect(wrongSigns(one(language, value))).toHaveLength(1)
})

test('a number that is filled in is not typed in', () => {
  expect(typedNumbers(one('en', '{{count, number}} of 2'))).toHaveLength(1)
  expect(typedNumbers(one('en', '{{count2, number}} of them'))).toEqual([])
})

function one(language: string, value: string): Text[] {
  return textsIn([{ path: `locales/${language}/a.json`, text: JSON.stringify({ a: value }) }])
}
