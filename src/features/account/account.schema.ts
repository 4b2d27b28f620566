import * as z from 'zod/mini'
import type { CodePurpose } from '#lib/code-purpose.ts'
import { emailField, nameField } from '#person/person-fields.ts'
import { idField } from '#lib/id-field.ts'
import type { OptionalNotice } from '#mail/notice-kinds.ts'
import { codeField } from '#one-time-code/code-field.ts'

export const codeInput = z.object({ code: codeField })
export const newEmailInput = z.object({ newEmail: emailField })
export const newEmailCodeInput = z.extend(newEmailInput, { code: codeField })
export const sessionIdInput = z.object({ id: idField })
/** The input of a page of the history: the events older than `before`; the latest for null. */
export const eventsInput = z.object({ before: z.nullable(z.int().check(z.positive())) })

const ticked = z.optional(z.literal('on'))
/** The kinds of notices that the person wants, as a form sends what is ticked: the others are left out. */
export const noticesInput = z.object({
  'new-device': ticked,
  'role-changed': ticked,
} satisfies Record<OptionalNotice, typeof ticked>)

/** The purpose of a code to the person's own address. */
export const ownCodeInput = z.object({ purpose: z.enum(['re-authenticate', 'delete-account'] satisfies CodePurpose[]) })
export type OwnPurpose = z.infer<typeof ownCodeInput>['purpose']

/** A code that was asked for: one to the own address, or one to a new address. */
export const askedCodeInput = z.union([ownCodeInput, newEmailInput])
export type AskedCode = z.infer<typeof askedCodeInput>

/** The input of better-auth's `update-user` from others than our pages: the name and nothing else. */
export const updateUserInput = z.strictObject({ name: nameField }, { error: 'notAllowed' })
export const deleteUserInput = z.strictObject({ code: z.optional(codeField) }, { error: 'notAllowed' })
