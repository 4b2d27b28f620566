import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { emailField } from '#person/person-fields.ts'
import english from '#locales/en/login.json'
import { codeField } from '#one-time-code/code-field.ts'
import { emailInput, messageKeyFor } from './login.schema.ts'

const { length } = appConfig.loginCode
const anyText = fc.string({ unit: 'binary', maxLength: 300 })

describe('the e-mail address', () => {
  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ada', 'Email is invalid'],
    ['ada@', 'Email is invalid'],
    ['ada@example', 'Email is invalid'],
    ['a@b.c,d@e.f', 'Email is invalid'],
    ['ada@example.com\r\nBcc: eve@example.com', 'Email is invalid'],
    ['ada@exam\u0000ple.com', 'Email is invalid'],
    [`${'a'.repeat(appConfig.user.emailMaxLength)}@example.com`, 'Email is too long'],
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
      fc.property(anyText, (typed) => {
        const { data, error } = emailField.safeParse(typed)
        expect(error ? hasMessage(error) : !/[\p{Cc}\s,]/u.test(data)).toBe(true)
      }),
    )
  })
})

describe('the code', () => {
  test.each([
    ['', 'Code is required'],
    [' - ', 'Code is required'],
    ['12345', 'Code should be {{count}} characters'],
    ['1234567', 'Code should be {{count}} characters'],
    ['12345a', 'Code is invalid'],
    ['１２３４５６', 'Code is invalid'],
  ])('%j: %s', (typed, message) => {
    expect(messageOf(codeField, typed)).toBe(message)
  })

  test.each([
    ['plain', '123456'],
    ['in two groups', '123 456'],
    ['with a dash', '123-456'],
    ['pasted with what stands around it', '\u00A0 123456\n'],
    ['in Arabic digits', '١٢٣٤٥٦'],
    ['in Persian digits', '۱۲۳۴۵۶'],
    ['in digits of two scripts', '١٢٣456'],
    ['with marks that turn the direction', '\u200F\u202A\u2066123456\u2069\u202C\u061C'],
  ])('%s is read', (_name, typed) => {
    expect(codeField.parse(typed)).toBe('123456')
  })

  test('is read however its digits are written and spaced', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    const zero = fc.constantFrom('0', '٠', '۰')
    const gap = fc.constantFrom('', ' ', '-', '\u200E', '\u00A0')
    fc.assert(
      fc.property(fc.array(fc.tuple(digit, zero, gap), { minLength: length, maxLength: length }), (written) => {
        const typed = written.map(([value, zero, gap]) => `${String.fromCharCode(zero.charCodeAt(0) + value)}${gap}`)
        expect(codeField.parse(typed.join(''))).toBe(written.map(([value]) => value).join(''))
      }),
    )
  })

  test('whatever is typed, is refused with a message or read as digits alone', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const { data, error } = codeField.safeParse(typed)
        expect(error ? hasMessage(error) : /^[0-9]{6}$/.test(data)).toBe(true)
      }),
    )
  })
})

test.each([{ email: 1 }, { email: null }, { email: ['ada@example.com'] }, {}])(
  'a call with %j is refused by message key',
  (input) => {
    expect(emailInput.safeParse(input).error?.issues[0]).toMatchObject({ path: ['email'], message: 'emailRequired' })
  },
)

function messageOf(field: Parameters<typeof messageKeyFor>[0], typed: string): string | undefined {
  const key = messageKeyFor(field, typed)
  return key && english.messages[key]
}

function hasMessage({ issues }: { issues: { message: string }[] }): boolean {
  return issues.length > 0 && issues.every(({ message }) => Object.hasOwn(english.messages, message))
}
