import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, textParameter } from './search-text.ts'

test('a parameter is text, whatever it looks like', () => {
  expect(parseSearch('?searchTerm=100&flag=true&none=null&list=[1,2]&object={"a":1}')).toEqual({
    searchTerm: '100',
    flag: 'true',
    none: 'null',
    list: '[1,2]',
    object: '{"a":1}',
  })
})

test('a repeated parameter counts once, with its last value', () => {
  expect(parseSearch('?a=1&a=2')).toEqual({ a: '2' })
})

test('a broken encoding is text too', () => {
  expect(parseSearch('?a=100%&b=%E0%A4%A&%=c')).toMatchObject({ a: '100%', '%': 'c' })
})

test('a parameter cannot reach what objects inherit', () => {
  const search = parseSearch('?__proto__=x&constructor=y')
  expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('what is empty does not show in the URL', () => {
  expect(stringifySearch({ redirect: '', email: undefined, state: null })).toBe('')
  expect(stringifySearch({ redirect: '/app', email: '' })).toBe('?redirect=%2Fapp')
  expect(stringifySearch({ page: 0, isOpen: false })).toBe('?page=0&isOpen=false')
})

test('what is written is read back', () => {
  const parameters = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }))
  fc.assert(
    fc.property(parameters, (search) => {
      expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search })
    }),
  )
})

test('what is not text is no text', () => {
  for (const value of [undefined, null, 7, true, ['a'], { a: 'b' }]) expect(textParameter(value)).toBe('')
  expect(textParameter('100')).toBe('100')
})
