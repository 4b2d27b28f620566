import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, textParameter } from './search-text.ts'

test('parseSearch returns a parameter as text, even if it looks like another type', () => {
  expect(parseSearch('?searchTerm=100&flag=true&none=null&list=[1,2]&object={"a":1}')).toEqual({
    searchTerm: '100',
    flag: 'true',
    none: 'null',
    list: '[1,2]',
    object: '{"a":1}',
  })
})

test('parseSearch returns the last value of a repeated parameter', () => {
  expect(parseSearch('?a=1&a=2')).toEqual({ a: '2' })
})

test('parseSearch keeps an invalid percent encoding as text', () => {
  expect(parseSearch('?a=100%&b=%E0%A4%A&%=c')).toMatchObject({ a: '100%', '%': 'c' })
})

test('parseSearch treats __proto__ and constructor like any other parameter', () => {
  const search = parseSearch('?__proto__=x&constructor=y')
  expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('stringifySearch omits an empty parameter', () => {
  expect(stringifySearch({ redirect: '', email: undefined, state: null })).toBe('')
  expect(stringifySearch({ redirect: '/app', email: '' })).toBe('?redirect=%2Fapp')
  expect(stringifySearch({ page: 0, isOpen: false })).toBe('?page=0&isOpen=false')
})

test('parseSearch returns the parameters that stringifySearch wrote', () => {
  const parameters = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }))
  fc.assert(
    fc.property(parameters, (search) => {
      expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search })
    }),
  )
})

test('textParameter returns an empty text for a value that is no text', () => {
  for (const value of [undefined, null, 7, true, ['a'], { a: 'b' }]) expect(textParameter(value)).toBe('')
  expect(textParameter('100')).toBe('100')
})
