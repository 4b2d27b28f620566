import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isVisibleText } from '#lib/spoofing.ts'

/** Every page that asks for one says what is wrong with it in its own words. */
type MessageKey = MessageKeyOf<'users'> & (MessageKeyOf<'login'> | MessageKeyOf<'onboarding'>)
const message = (key: MessageKey) => ({ error: key, abort: true })
const { nameMaxLength, emailMaxLength } = appConfig.user

/** An address as it is compared and kept: trimmed, in lower case. */
export const emailField = z.pipe(
  z
    .string(message('emailRequired'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, message('emailRequired')),
      z.maxLength(emailMaxLength, message('emailTooLong')),
    ),
  z.email(message('emailInvalid')),
)

/** A person's name: trimmed, visible, not too long. */
export const nameField = z
  .string(message('nameRequired'))
  .check(
    z.trim(),
    z.minLength(1, message('nameRequired')),
    z.maxLength(nameMaxLength, message('nameTooLong')),
    z.refine(isVisibleText, message('nameInvalid')),
  )

/** The input of what a person says about themselves at first, and may change later. */
export const nameInput = z.object({ name: nameField })
