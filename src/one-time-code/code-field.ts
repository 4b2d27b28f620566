import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type login from '../../locales/en/login.json'

type MessageKey = keyof typeof login.messages
const { length } = appConfig.loginCode
const CODE = new RegExp(`^\\d{${length}}$`)
const message = (key: MessageKey) => ({ error: key, abort: true })

/** A code as it is sent: without spaces, digits of any script as 0 to 9. */
export const codeField = z
  .string(message('codeRequired'))
  .check(
    z.overwrite(plainDigits),
    z.minLength(1, message('codeRequired')),
    z.length(length, message('codeLength')),
    z.regex(/^\d+$/, message('codeInvalid')),
  )

/** The key of what is wrong with a typed code; undefined when it can be sent. */
export function wrongCodeKey(typed: string): MessageKey | undefined {
  return codeField.safeParse(typed).error?.issues[0]?.message as MessageKey | undefined
}

/** The code in the text of a mail, where it stands in a line of its own. */
export function codeInMail(text: string): string | undefined {
  return text.split('\n').find((line) => CODE.test(line))
}

/** Drops what people paste along with a code, and reads Arabic and Persian digits. */
export function plainDigits(text: string): string {
  return text
    .replace(/[\s\p{Bidi_Control}-]/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
}
