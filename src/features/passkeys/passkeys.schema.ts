import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { idField } from '#lib/id-field.ts'

const message = (key: MessageKeyOf<'passkeys'>) => ({ error: key, abort: true })
/** Twelve letters and digits, however they are grouped; spaces, dashes and small letters are as good. */
const RECOVERY_CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** A passkey as its person sees it. */
export interface PasskeyRow {
  id: string
  /** Empty where neither its maker nor the device is known. */
  name: string
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601; null before it was used. */
  lastUsedAt: string | null
}

export const passkeyNameInput = z.object({
  name: z
    .string(message('nameRequired'))
    .check(
      z.trim(),
      z.minLength(1, message('nameRequired')),
      z.maxLength(appConfig.passkey.nameMaxLength, message('nameTooLong')),
      z.refine(isVisibleText, message('nameInvalid')),
    ),
})
export const passkeyIdInput = z.object({ id: idField })
export const renameInput = z.extend(passkeyNameInput, { id: idField })
export const personIdInput = z.object({ id: idField })
export const recoveryCodeInput = z.object({
  code: z.string(message('codeRequired')).check(
    z.overwrite((typed) => typed.replace(/[\s\u2010-\u2015\u200E\u200F-]/g, '').toUpperCase()),
    z.minLength(1, message('codeRequired')),
    z.regex(RECOVERY_CODE, message('codeInvalid')),
  ),
})
