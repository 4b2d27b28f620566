import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type login from '../../locales/en/login.json'

type MessageKey = keyof typeof login.messages
const { length } = appConfig.loginCode
const CODE = new RegExp(`^\\d{${length}}$`)
const message = (key: MessageKey) => ({ error: key, abort: true })

/** A normalized code: without spaces, digits of any script as 0 to 9. */
export const codeField = z
  .string(message('codeRequired'))
  .check(
    z.overwrite(normalizeCode),
    z.minLength(1, message('codeRequired')),
    z.length(length, message('codeLength')),
    z.regex(/^\d+$/, message('codeInvalid')),
  )

/** Returns the message key for an invalid code; undefined if it is valid. */
export function codeErrorKey(typed: string): MessageKey | undefined {
  return codeField.safeParse(typed).error?.issues[0]?.message as MessageKey | undefined
}

/** Finds the code in a mail's text, on a line of its own. */
export function findCodeInMail(text: string): string | undefined {
  return text.split('\n').find((line) => CODE.test(line))
}

/** Removes separators that users paste, and converts Arabic and Persian digits. */
export function normalizeCode(text: string): string {
  return text
    .replace(/[\s\p{Bidi_Control}-]/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
}
