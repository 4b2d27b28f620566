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
])('the singular of %s is %s', (plural, singular) => {
  expect(namesFor(plural).one.kebab).toBe(singular)
})

test('namesFor accepts an irregular singular', () => {
  expect(namesFor('news', 'news-item').one.camel).toBe('newsItem')
  expect(namesFor('staff', 'colleague').many.kebab).toBe('staff')
})

test('a name with dashes is spelled for files, code, tables and sentences', () => {
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
])('namesFor rejects "%s" because of its spelling', (plural) => {
  expect(() => namesFor(plural)).toThrow("isn't a valid name. Use lowercase letters, digits and dashes")
  expect(() => namesFor('bookmarks', plural)).toThrow("isn't a valid name. Use lowercase letters, digits and dashes")
})

test.each(['bookmark', 'code-review', 'status'])('namesFor rejects "%s", which is no plural', (plural) => {
  expect(() => namesFor(plural)).toThrow("isn't a plural")
  expect(() => namesFor(plural)).toThrow('--singular')
})

test.each([
  ['news', undefined],
  ['staff', undefined],
  ['sheep', 'sheep'],
])('namesFor rejects "%s", whose singular is the same word', (plural, singular) => {
  expect(() => namesFor(plural, singular)).toThrow('Set the singular with --singular')
})

test.each(['classes', 'packages', 'exports', 'orders', 'groups', 'users'])(
  'namesFor rejects "%s", whose singular is a word of JavaScript or SQL',
  (plural) => {
    expect(() => namesFor(plural)).toThrow('is a reserved word of JavaScript or SQL')
  },
)
