import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { withAsciiDomain } from '#lib/ascii-domain.ts'
import { visibleNameField } from '#lib/name-field.ts'

/** The keys of the error messages. Each namespace whose forms have these fields has its own wording. */
type MessageKey = MessageKeyOf<'users'> & (MessageKeyOf<'login'> | MessageKeyOf<'onboarding'>)
const message = (key: MessageKey) => ({ error: key, abort: true })
const { nameMaxLength, emailMaxLength } = appConfig.user

/** A normalized email address: trimmed, in lower case, its domain in ASCII. */
export const emailField = z.pipe(
  z
    .string(message('emailRequired'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.overwrite(withAsciiDomain),
      z.minLength(1, message('emailRequired')),
      z.maxLength(emailMaxLength, message('emailTooLong')),
    ),
  z.email(message('emailInvalid')),
)

/** A user's name: trimmed, visible, not too long. */
export const nameField = visibleNameField(message, nameMaxLength)

/** The input of a user's profile. */
export const nameInput = z.object({ name: nameField })
