import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { appConfig } from '#app.config'
import english from '../../locales/en/login.json'
import { codeField, findCodeInMail } from './code-field.ts'

const { length } = appConfig.loginCode

describe('the code', () => {
  test.each([
    ['', 'Code is required'],
    [' - ', 'Code is required'],
    ['12345', 'Code should be {{count}} characters'],
    ['1234567', 'Code should be {{count}} characters'],
    ['12345a', 'Code is invalid'],
    ['１２３４５６', 'Code is invalid'],
  ])('the code %j is refused with %s', (typed, message) => {
    expect(messageOf(codeField, typed)).toBe(message)
  })

  test.each([
    ['plain', '123456'],
    ['in two groups', '123 456'],
    ['with a dash', '123-456'],
    ['pasted with the text around it', '\u00A0 123456\n'],
    ['in Arabic digits', '١٢٣٤٥٦'],
    ['in Persian digits', '۱۲۳۴۵۶'],
    ['in digits of two scripts', '١٢٣456'],
    ['with direction marks', '\u200F\u202A\u2066123456\u2069\u202C\u061C'],
  ])('a code is accepted: %s', (_name, typed) => {
    expect(codeField.parse(typed)).toBe('123456')
  })

  test('a code is accepted with any digits and spaces', () => {
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

  test('any input as code is refused with a message or parsed as digits only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const { data, error } = codeField.safeParse(typed)
        expect(error ? hasMessage(error) : /^[0-9]{6}$/.test(data)).toBe(true)
      }),
    )
  })
})

test('the code in an email is found on its own line', () => {
  expect(findCodeInMail('Your code\n\n012345\n\nValid for 123456 hours\n')).toBe('012345')
  expect(findCodeInMail('Your address was changed\n0123456\n12345\n')).toBeUndefined()
})

function messageOf(field: z.ZodMiniType, typed: string): string | undefined {
  const key = field.safeParse(typed).error?.issues[0]?.message
  return key && english.messages[key as keyof typeof english.messages]
}

function hasMessage({ issues }: { issues: { message: string }[] }): boolean {
  return issues.length > 0 && issues.every(({ message }) => Object.hasOwn(english.messages, message))
}
