import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { nameField, nameInput } from './person-fields.ts'

const { nameMaxLength } = appConfig.user

describe('a name', () => {
  test.each([
    ['', 'nameRequired'],
    [' \t\n ', 'nameRequired'],
    ['a'.repeat(nameMaxLength + 1), 'nameTooLong'],
    ['...', 'nameInvalid'],
    ['🙂', 'nameInvalid'],
    ['Ada\nLovelace', 'nameInvalid'],
    ['Ada\u0000', 'nameInvalid'],
    ['Ada\u2028Lovelace', 'nameInvalid'],
    ['\u202Eada', 'nameInvalid'],
    ['ada\u061C', 'nameInvalid'],
    ['ada\u200B', 'nameInvalid'],
    ['\uD800ada', 'nameInvalid'],
  ])('%j is refused: %s', (typed, message) => {
    expect(nameField.safeParse(typed).error?.issues[0]?.message).toBe(message)
  })

  test.each([
    'A',
    'a'.repeat(nameMaxLength),
    'Ada Lovelace',
    'Nguyễn Thị Minh Khai',
    "O'Brien-Smith",
    'محمد بن سلمان',
    'می‌خواهم',
    '山田太郎',
    'Ada 🙂',
    'R2D2',
    '<b>Ada</b>',
  ])('%j is a name', (typed) => {
    expect(nameField.parse(typed)).toBe(typed)
  })

  test('is kept without spaces around it', () => {
    expect(nameField.parse('  Ada Lovelace \n')).toBe('Ada Lovelace')
  })

  test('whatever is typed, is refused with a message or kept as it can be seen', () => {
    const messages = new Set(['nameRequired', 'nameTooLong', 'nameInvalid'])
    const isVisible = (name: string) => /[\p{L}\p{N}]/u.test(name) && !/[\p{Cc}\p{Bidi_Control}]/u.test(name)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2 * nameMaxLength }), (typed) => {
        const { data, error } = nameField.safeParse(typed)
        expect(error ? messages.has(error.issues[0]?.message ?? '') : data === typed.trim() && isVisible(data)).toBe(
          true,
        )
      }),
    )
  })
})

test.each([{}, { name: null }, { name: 1 }, { name: ['Ada'] }])('a call with %j is refused by message key', (input) => {
  expect(nameInput.safeParse(input).error?.issues[0]).toMatchObject({ path: ['name'], message: 'nameRequired' })
})
