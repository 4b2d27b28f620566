import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findProblem, type RuleNumbers } from './validation-issue.ts'

const name = z.string().check(z.trim(), z.minLength(2, 'nameTooShort'), z.maxLength(5, 'nameTooLong'))
const link = z.string().check(z.maxLength(9, 'linkTooLong'), z.regex(/\./, 'linkNoDot'))
const sentence = (key: string, numbers: RuleNumbers) => `${key} ${JSON.stringify(numbers)}`

test.each([
  [name, 'Ada L.', 'nameTooLong {"count":5}'],
  [link, 'a.much.longer.one', 'linkTooLong {"count":9}'],
  [name, ' A ', 'nameTooShort {"count":2,"min":2}'],
  [link, 'nodot', 'linkNoDot {}'],
])('the message of each rule contains its own number', (schema, text, expected) => {
  expect(findProblem(schema, text, sentence)).toBe(expected)
})

test('a valid text has no message', () => {
  expect(findProblem(name, ' Ada ', sentence)).toBeUndefined()
})
