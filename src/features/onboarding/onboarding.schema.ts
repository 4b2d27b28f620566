import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { isVisibleText } from '#lib/visible-text.ts'
import type onboarding from '../../../locales/en/onboarding.json'

type MessageKey = keyof typeof onboarding.messages | 'nameTooLong'
const message = (key: MessageKey) => ({ error: key, abort: true })

/** What a person is called: trimmed, visible, not too long. */
export const nameField = z
  .string({ error: 'nameRequired' satisfies MessageKey })
  .check(
    z.trim(),
    z.minLength(1, message('nameRequired')),
    z.maxLength(appConfig.user.nameMaxLength, message('nameTooLong')),
    z.refine(isVisibleText, message('nameInvalid')),
  )

export const nameInput = z.object({ name: nameField })
