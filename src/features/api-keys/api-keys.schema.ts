import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { ALL_API_SCOPES, type ApiScope } from '#auth/api-scopes.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { DAY_MS, endOf } from './key-lifetime.ts'

const message = (key: MessageKeyOf<'keys'>) => ({ error: key, abort: true })
const { nameMaxLength, daysOffered, mostDays } = appConfig.apiKey

const name = z
  .string(message('nameRequired'))
  .check(
    z.trim(),
    z.minLength(1, message('nameRequired')),
    z.maxLength(nameMaxLength, message('nameTooLong')),
    z.refine(isVisibleText, message('nameInvalid')),
  )

/** Separated by commas, as a form sends them. */
const scopes = z.string(message('scopesRequired')).check(
  z.minLength(1, message('scopesRequired')),
  z.refine((text) => scopesIn(text).length === text.split(',').length),
)

/** The lifetimes of a key that its form offers: so many days, or until a day. */
export const LIFETIMES = [...daysOffered.map(String), 'until'] as const

/** The fields of the form for a key: the last day is `YYYY-MM-DD`, and counts where the lifetime is `until`. */
export const apiKeyFields = z.object({ name, scopes, lifetime: z.enum(LIFETIMES), lastDay: z.string() }).check(
  z.refine(({ lifetime, lastDay }) => lifetime !== 'until' || isInTime(endOf({ lifetime, lastDay })), {
    error: 'dayInvalid' satisfies MessageKeyOf<'keys'>,
    path: ['lastDay'],
  }),
)
export type ApiKeyFields = z.infer<typeof apiKeyFields>

/** The input of a new key: the administrator's browser has made a moment of its lifetime. */
export const apiKeyInput = z.object({
  name,
  scopes,
  endsAt: z.iso.datetime(message('dayInvalid')).check(z.refine(isInTime, message('dayInvalid'))),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

export const apiKeyIdInput = z.object({ id: idField })
export const apiKeyOfPersonInput = z.extend(apiKeyIdInput, { personId: idField })

/** A key that was just made, with the text that is shown this once. */
export interface NewApiKey {
  id: string
  token: string
}

/** The permissions that a text names. */
export function scopesIn(text: string): ApiScope[] {
  const named = new Set(text.split(','))
  return ALL_API_SCOPES.filter((scope) => named.has(scope))
}

function isInTime(endsAt: string | null): boolean {
  if (endsAt === null) return false
  const left = new Date(endsAt).getTime() - Date.now()
  // A day of one's own time zone more than the most.
  return left > 0 && left < (mostDays + 1) * DAY_MS
}
