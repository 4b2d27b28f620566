import { expect, test } from 'vitest'
import { readAddedTexts, textsIn, type Text } from './locales.ts'
import { readSources } from './source.ts'
import {
  differentMessages,
  doubledSortWords,
  unbracketedFallbacks,
  missingElisions,
  missingPlurals,
  wrongFullStops,
} from './wording.ts'

const texts = [...textsIn(readSources('locales', ['.json'])), ...readAddedTexts()]

test('no French text has a word that needs elision in front of a value that can begin with a vowel', () => {
  expect(missingElisions(texts)).toEqual([])
})

test.each(['Le rôle de {{subject}}', 'Un événement de <1>{{product}}</1>', 'parce que {{who}} l’a fait'])(
  'missingElisions reports %s',
  (value) => {
    expect(missingElisions(one('fr', 'a', value))).toHaveLength(1)
  },
)

test.each([
  ['fr', 'plus de {{number}}, il y a moins de {{days, days}}, avec {{name}}'],
  ['en', 'le {{name}}'],
])('missingElisions accepts for %s: %s', (language, value) => {
  expect(missingElisions(one(language, 'a', value))).toEqual([])
})

test('every text with a number and a counted word has plural forms', () => {
  expect(missingPlurals(texts)).toEqual([])
})

test.each([
  ['en', '{{checked, number}} rows checked'],
  ['fr', '{{count}} lignes'],
  ['ar', '{{most, number}} صفوف'],
  ['sw', 'Mistari {{checked, number}} imekaguliwa'],
])('missingPlurals reports for %s: %s, unless it is a plural form', (language, value) => {
  expect(missingPlurals(one(language, 'a', value))).toHaveLength(1)
  expect(missingPlurals(one(language, 'a_other', value))).toEqual([])
})

test('every replacement of a missing name is in brackets', () => {
  expect(unbracketedFallbacks(texts)).toEqual([])
  const file = { path: 'locales/en/history.json', text: '{ "someone": "Someone", "deletedUser": "(deleted user)" }' }
  expect(unbracketedFallbacks(textsIn([file]))).toEqual([expect.stringContaining('someone replaces a name')])
})

test('messages of fields end with or without a full stop, as their language requires', () => {
  expect(wrongFullStops(texts)).toEqual([])
})

test.each([
  ['en', 'Enter a name.'],
  ['sw', 'Weka jina.'],
  ['fr', 'Saisissez un nom'],
  ['ar', 'يُرجى إدخال اسم'],
])('wrongFullStops reports for %s the message "%s"', (language, value) => {
  expect(wrongFullStops(one(language, 'messages.nameRequired', value))).toHaveLength(1)
  expect(wrongFullStops(one(language, 'title', value))).toEqual([])
})

test('no name of an order repeats a word of "Sort by"', () => {
  expect(doubledSortWords(texts)).toEqual([])
})

test('doubledSortWords reports "Sort by: By name"', () => {
  const menu = textsIn([{ path: 'locales/en/common.json', text: '{ "sortBy": "Sort by" }' }])
  expect(doubledSortWords([...menu, ...one('en', 'sort.name', 'By name')])).toHaveLength(1)
  expect(doubledSortWords([...menu, ...one('en', 'sort.name', 'Name')])).toEqual([])
})

test('an error of a field has the same English text in all forms', () => {
  expect(differentMessages(texts)).toEqual([])
})

test('differentMessages reports two texts for one error', () => {
  const required = one('en', 'messages.nameRequired', 'Name is required')
  expect(differentMessages([...required, ...one('en', 'messages.nameRequired', 'Enter a name')])).toHaveLength(1)
  expect(differentMessages([...required, ...required])).toEqual([])
})

function one(language: string, key: string, value: string): Text[] {
  const [name = '', below] = key.split('.')
  const text = JSON.stringify(below === undefined ? { [name]: value } : { [name]: { [below]: value } })
  return textsIn([{ path: `locales/${language}/a.json`, text }])
}
