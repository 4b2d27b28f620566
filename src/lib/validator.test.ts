import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { idField } from './id-field.ts'
import { validator } from './validator.ts'

const ID = '0193e5a0-0000-4000-8000-0000000000ff'
const parse = validator(z.object({ id: idField, name: z.string() }))

test.each(['', 'new', 'nonsense', "' or 1=1 --", `${ID}0`, ` ${ID}`, '\0', '\'; drop table "user"; --'])(
  'the invalid ID %j is rejected with NOT_FOUND',
  (id) => {
    expect(() => parse({ id, name: 'Ada' })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  },
)

test('an ID is normalized as in the database', () => {
  expect(parse({ id: ID.toUpperCase(), name: 'Ada' }).id).toBe(ID)
})

test.each([
  [{ id: 7, name: 'Ada' }, { id: 'validation.invalid' }],
  [{ name: 'Ada' }, { id: 'validation.required' }],
  [
    { id: 'new', name: 7 },
    { id: 'NOT_FOUND', name: 'validation.invalid' },
  ],
])('input with errors besides an ID is rejected with INVALID_INPUT: %j', (input, fields) => {
  const details = { fields }
  expect(() => parse(input)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', details }))
})

test('validator names unknown fields', () => {
  const strict = validator(z.strictObject({ name: z.string() }))
  expect(() => strict({ name: 'Ada', offset: 1, searchField: 'x' })).toThrow(
    expect.objectContaining({
      details: { fields: { offset: 'validation.invalid', searchField: 'validation.invalid' } },
    }),
  )
})
