import * as z from 'zod/mini'
import { emailField } from '#person/person-fields.ts'
import type login from '../../../locales/en/login.json'

type MessageKey = keyof typeof login.messages

export const emailInput = z.object({ email: emailField })

/** The key of the first message of a field, or undefined when the text is fine. */
export function messageKeyFor(field: z.ZodMiniType, text: string): MessageKey | undefined {
  return field.safeParse(text).error?.issues[0]?.message as MessageKey | undefined
}
