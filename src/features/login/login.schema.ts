import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type login from '../../../locales/en/login.json'

type MessageKey = keyof typeof login.messages
const message = (key: MessageKey) => ({ error: key, abort: true })

/** An address as it is compared and kept: trimmed, in lower case. */
export const emailField = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, message('emailRequired')),
      z.maxLength(appConfig.user.emailMaxLength, message('emailTooLong')),
    ),
  z.email(message('emailInvalid')),
)

export const emailInput = z.object({ email: emailField })

/** The key of the first message of a field, or undefined when the text is fine. */
export function messageKeyFor(field: z.ZodMiniType, text: string): MessageKey | undefined {
  return field.safeParse(text).error?.issues[0]?.message as MessageKey | undefined
}
