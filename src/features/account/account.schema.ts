import * as z from 'zod/mini'
import type { CodePurpose } from '#lib/code-purpose.ts'
import { emailField, nameField } from '#user/user-fields.ts'
import { OPTIONAL_NOTICES, type OptionalNotice } from '#mail/notice-kinds.ts'
import { codeField } from '#one-time-code/code-field.ts'

export const codeInput = z.object({ code: codeField })
export const newEmailInput = z.object({ newEmail: emailField })
export const emailChangeInput = z.extend(newEmailInput, { code: codeField })
/** The input of a page of the history: the events older than `before`, or the newest for null. */
export const eventsInput = z.object({ before: z.nullable(z.int().check(z.positive())) })

const checkboxField = z.optional(z.literal('on'))
/** The optional notices that the user wants. A form sends `on` for a ticked checkbox, and no field for the others. */
export const noticesInput = z.object(
  // The cast is safe: `OPTIONAL_NOTICES` has each optional kind.
  Object.fromEntries(OPTIONAL_NOTICES.map((kind) => [kind, checkboxField])) as Record<
    OptionalNotice,
    typeof checkboxField
  >,
)

/** The purpose of a code to the user's own address. */
export const ownCodeInput = z.object({ purpose: z.enum(['re-authenticate', 'delete-account'] satisfies CodePurpose[]) })
export type OwnPurpose = z.infer<typeof ownCodeInput>['purpose']

/** A requested code, to the user's own address or to a new one. */
export const requestedCodeInput = z.union([ownCodeInput, newEmailInput])
export type RequestedCode = z.infer<typeof requestedCodeInput>

/** The input of better-auth's `update-user` for callers other than our pages: only the name. */
export const updateUserInput = z.strictObject({ name: nameField }, { error: 'notAllowed' })
export const deleteUserInput = z.strictObject({ code: z.optional(codeField) }, { error: 'notAllowed' })
