import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type onboarding from '../../../locales/en/onboarding.json'

type MessageKey = keyof typeof onboarding.messages | 'nameTooLong'
const message = (key: MessageKey) => ({ error: key, abort: true })

// Control characters, ends of lines, spaces of no width, and what turns the direction of the text around it.
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/u

/** What a person is called: trimmed, visible, not too long. */
export const nameField = z.string({ error: 'nameRequired' satisfies MessageKey }).check(
  z.trim(),
  z.minLength(1, message('nameRequired')),
  z.maxLength(appConfig.user.nameMaxLength, message('nameTooLong')),
  z.refine((name) => !INVISIBLE.test(name) && /[\p{L}\p{N}]/u.test(name), message('nameInvalid')),
)

export const nameInput = z.object({ name: nameField })
