import { expect, test } from 'vitest'
import { namesFor } from './names.ts'

test.each([
  ['bookmarks', 'bookmark'],
  ['companies', 'company'],
  ['code-reviews', 'code-review'],
  ['case-studies', 'case-study'],
  ['movies', 'movie'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['purchases', 'purchase'],
  ['analyses', 'analysis'],
  ['people', 'person'],
  ['children', 'child'],
])('one of %s is a %s', (plural, singular) => {
  expect(namesFor(plural).one.kebab).toBe(singular)
})

test('what grammar does not tell is told', () => {
  expect(namesFor('news', 'news-item').one.camel).toBe('newsItem')
  expect(namesFor('staff', 'colleague').many.kebab).toBe('staff')
})

test('a name with dashes is spelt as files, code, tables and sentences want it', () => {
  expect(namesFor('case-studies')).toEqual({
    one: {
      kebab: 'case-study',
      camel: 'caseStudy',
      pascal: 'CaseStudy',
      snake: 'case_study',
      upper: 'CASE_STUDY',
      spaced: 'case study',
      sentence: 'Case study',
    },
    many: {
      kebab: 'case-studies',
      camel: 'caseStudies',
      pascal: 'CaseStudies',
      snake: 'case_studies',
      upper: 'CASE_STUDIES',
      spaced: 'case studies',
      sentence: 'Case studies',
    },
  })
})

test.each([
  '',
  'Bookmarks',
  'book_marks',
  'book marks',
  '-marks',
  'marks-',
  '1sts',
  '../marks',
  'a'.repeat(31),
  'dépôts',
])('"%s" is refused: it is not written as names are', (plural) => {
  expect(() => namesFor(plural)).toThrow('cannot be the name: use small letters, digits and dashes')
  expect(() => namesFor('bookmarks', plural)).toThrow('cannot be the name: use small letters, digits and dashes')
})

test.each(['bookmark', 'code-review', 'status'])('"%s" is refused: it is no plural', (plural) => {
  expect(() => namesFor(plural)).toThrow('is no plural')
  expect(() => namesFor(plural)).toThrow('--singular')
})

test.each([
  ['news', undefined],
  ['staff', undefined],
  ['sheep', 'sheep'],
])('"%s" is refused: one and many are called the same', (plural, singular) => {
  expect(() => namesFor(plural, singular)).toThrow('say what one is called, with --singular')
})

test.each(['classes', 'packages', 'exports', 'orders', 'groups', 'users'])(
  '"%s" is refused: one of them is a word of JavaScript or SQL',
  (plural) => {
    expect(() => namesFor(plural)).toThrow('is a word of JavaScript or SQL')
  },
)
