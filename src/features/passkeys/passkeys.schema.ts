import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { visibleNameField } from '#lib/name-field.ts'
import { idField } from '#lib/id-field.ts'

const message = (key: MessageKeyOf<'passkeys'>) => ({ error: key, abort: true })
/** The format of a recovery code: twelve letters and digits. Spaces, dashes and lower case are accepted in the input. */
const RECOVERY_CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  id: string
  /** Empty if the passkey's provider, browser and operating system are unknown. */
  name: string
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601; null if the passkey was never used. */
  lastUsedAt: string | null
}

export const passkeyNameInput = z.object({ name: visibleNameField(message, appConfig.passkey.nameMaxLength) })
export const renameInput = z.extend(passkeyNameInput, { id: idField })
export const recoveryCodeInput = z.object({
  code: z.string(message('codeRequired')).check(
    z.overwrite((typed) => typed.replace(/[\s\u2010-\u2015\u200E\u200F-]/g, '').toUpperCase()),
    z.minLength(1, message('codeRequired')),
    z.regex(RECOVERY_CODE, message('codeInvalid')),
  ),
})
