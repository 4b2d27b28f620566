import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { emailField, nameField, nameInput } from './user-fields.ts'

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
  ])('the name %j is refused with %s', (typed, message) => {
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
  ])('the name %j is accepted', (typed) => {
    expect(nameField.parse(typed)).toBe(typed)
  })

  test('a name is stored without spaces around it', () => {
    expect(nameField.parse('  Ada Lovelace \n')).toBe('Ada Lovelace')
  })

  test('any input as name is refused with a message or stored visibly', () => {
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

test.each([{}, { name: null }, { name: 1 }, { name: ['Ada'] }])(
  'a call with %j is refused with a message key',
  (input) => {
    expect(nameInput.safeParse(input).error?.issues[0]).toMatchObject({ path: ['name'], message: 'nameRequired' })
  },
)

describe('the email address', () => {
  test.each([
    ['', 'emailRequired'],
    ['   ', 'emailRequired'],
    ['ada', 'emailInvalid'],
    ['ada@', 'emailInvalid'],
    ['ada@example', 'emailInvalid'],
    ['a@b.c,d@e.f', 'emailInvalid'],
    ['ada@example.com\r\nBcc: eve@example.com', 'emailInvalid'],
    ['ada@exam\u0000ple.com', 'emailInvalid'],
    [`${'a'.repeat(appConfig.user.emailMaxLength)}@example.com`, 'emailTooLong'],
  ])('the address %j is refused with %s', (typed, message) => {
    expect(messageOf(emailField, typed)).toBe(message)
  })

  test('an email address is stored without spaces around it and in lower case', () => {
    expect(emailField.parse('  Ada@Example.COM\n')).toBe('ada@example.com')
  })

  test('an accepted email address is accepted again unchanged', () => {
    const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\n') })
    fc.assert(
      fc.property(fc.emailAddress(), blank, (address, space) => {
        const kept = emailField.safeParse(`${space}${address.toUpperCase()}${space}`).data
        fc.pre(kept !== undefined)
        expect(kept).toBe(address.toLowerCase())
        expect(emailField.parse(kept)).toBe(kept)
      }),
    )
  })

  test('any input as email address is refused with a message, or has no blanks, commas or control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const { data, error } = emailField.safeParse(typed)
        expect(error ? hasMessage(error) : !/[\p{Cc}\s,]/u.test(data)).toBe(true)
      }),
    )
  })
})

test.each([1, null, ['ada@example.com'], undefined])('%j is not an email address', (input) => {
  expect(emailField.safeParse(input).error?.issues[0]).toMatchObject({ message: 'emailRequired' })
})

function messageOf(field: z.ZodMiniType, typed: string): string | undefined {
  return field.safeParse(typed).error?.issues[0]?.message
}

function hasMessage({ issues }: { issues: { message: string }[] }): boolean {
  return issues.length > 0 && issues.every(({ message }) => /^email(Required|Invalid|TooLong)$/.test(message))
}

test.each([
  ['jo@exämple.com', 'jo@xn--exmple-cua.com'],
  [' Jo@EXÄMPLE.com ', 'jo@xn--exmple-cua.com'],
  ['josé@exämple.com', undefined],
  ['jo@exämple.com:80', undefined],
])('the address %j is stored as %s', (typed, stored) => {
  expect(emailField.safeParse(typed).data).toBe(stored)
})
