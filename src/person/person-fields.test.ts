import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { emailField } from './person-fields.ts'

describe('the e-mail address', () => {
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
  ])('%j: %s', (typed, message) => {
    expect(messageOf(emailField, typed)).toBe(message)
  })

  test('is kept without spaces around it and in lower case', () => {
    expect(emailField.parse('  Ada@Example.COM\n')).toBe('ada@example.com')
  })

  test('once accepted, is accepted again as the same', () => {
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

  test('whatever is typed, is refused with a message or kept without blanks, commas and control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const { data, error } = emailField.safeParse(typed)
        expect(error ? hasMessage(error) : !/[\p{Cc}\s,]/u.test(data)).toBe(true)
      }),
    )
  })
})

test.each([1, null, ['ada@example.com'], undefined])('%j is no e-mail address', (input) => {
  expect(emailField.safeParse(input).error?.issues[0]).toMatchObject({ message: 'emailRequired' })
})

function messageOf(field: z.ZodMiniType, typed: string): string | undefined {
  return field.safeParse(typed).error?.issues[0]?.message
}

function hasMessage({ issues }: { issues: { message: string }[] }): boolean {
  return issues.length > 0 && issues.every(({ message }) => /^email(Required|Invalid|TooLong)$/.test(message))
}
