import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, textParameter } from './search-text.ts'

test('a parameter stays text, even if it looks like another type', () => {
  expect(parseSearch('?searchTerm=100&flag=true&none=null&list=[1,2]&object={"a":1}')).toEqual({
    searchTerm: '100',
    flag: 'true',
    none: 'null',
    list: '[1,2]',
    object: '{"a":1}',
  })
})

test('the last value of a repeated parameter counts', () => {
  expect(parseSearch('?a=1&a=2')).toEqual({ a: '2' })
})

test('a broken encoding stays text', () => {
  expect(parseSearch('?a=100%&b=%E0%A4%A&%=c')).toMatchObject({ a: '100%', '%': 'c' })
})

test('a parameter cannot reach inherited properties', () => {
  const search = parseSearch('?__proto__=x&constructor=y')
  expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('an empty parameter is not in the URL', () => {
  expect(stringifySearch({ redirect: '', email: undefined, state: null })).toBe('')
  expect(stringifySearch({ redirect: '/app', email: '' })).toBe('?redirect=%2Fapp')
  expect(stringifySearch({ page: 0, isOpen: false })).toBe('?page=0&isOpen=false')
})

test('a written parameter is parsed to the same text', () => {
  const parameters = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }))
  fc.assert(
    fc.property(parameters, (search) => {
      expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search })
    }),
  )
})

test('a value that is not text becomes an empty text', () => {
  for (const value of [undefined, null, 7, true, ['a'], { a: 'b' }]) expect(textParameter(value)).toBe('')
  expect(textParameter('100')).toBe('100')
})
