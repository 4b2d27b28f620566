import { expect, test } from 'vitest'
import { validator } from '#lib/validator.ts'
import { noteFields, type NoteTexts } from './notes.fields.ts'

const read = validator(noteFields)
const FILLED: NoteTexts = {
  headline: 'A line',
  status: 'draft',
  body: 'Two\nlines',
}

/** Returns the schema's message for a field, or its parsed value. */
function outcome(field: keyof NoteTexts, typed: string): unknown {
  try {
    return read({ ...FILLED, [field]: typed })[field]
  } catch (error) {
    return (error as { details: { fields: Record<string, string> } }).details.fields[field]
  }
}

test.each([
  ['headline', '', 'validation.required'],
  ['headline', '\u202Eturned', 'validation.invalid'],
  ['headline', 'a'.repeat(101), 'validation.tooLong'],
  ['status', 'none of these', 'validation.choice'],
  ['body', 'a\0b', 'validation.invalid'],
  ['body', 'a'.repeat(2_001), 'validation.tooLong'],
] as const)('the field %s rejects %j', (field, typed, message) => {
  expect(outcome(field, typed)).toBe(message)
})

test.each([['body', '']] as const)('the field %s can be empty', (field, kept) => {
  expect(outcome(field, '')).toBe(kept)
})

test('valid texts are accepted', () => {
  expect(read(FILLED)).toEqual({
    headline: 'A line',
    status: 'draft',
    body: 'Two\nlines',
  })
})
