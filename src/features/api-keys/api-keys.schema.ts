import * as z from 'zod/mini'
import { ALL_API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField, idInput } from '#lib/id-field.ts'
import { visibleNameField } from '#lib/name-field.ts'
import { DAY_MS, expiryOf } from './key-lifetime.ts'
import { apiKeysConfig } from './api-keys.config.ts'

const message = (key: MessageKeyOf<'api-keys'>) => ({ error: key, abort: true })
const { nameMaxLength, daysOffered, maxDays } = apiKeysConfig

const nameField = visibleNameField(message, nameMaxLength)

/** The scopes, separated by commas, as a form sends them. */
const scopesField = z.string(message('scopesRequired')).check(
  z.minLength(1, message('scopesRequired')),
  z.refine((text) => parseScopes(text).length === text.split(',').length),
)

/** The lifetimes that the form offers: a number of days, or until a given day. */
export const LIFETIMES = [...daysOffered.map(String), 'until'] as const

/** The fields of the form for a key. `lastDay` is `YYYY-MM-DD`, and is used only if the lifetime is `until`. */
export const apiKeyFields = z
  .object({ name: nameField, scopes: scopesField, lifetime: z.enum(LIFETIMES), lastDay: z.string() })
  .check(
    z.refine(({ lifetime, lastDay }) => lifetime !== 'until' || isWithinMaxLifetime(expiryOf({ lifetime, lastDay })), {
      error: 'dayInvalid' satisfies MessageKeyOf<'api-keys'>,
      path: ['lastDay'],
    }),
  )
export type ApiKeyFields = z.infer<typeof apiKeyFields>

/** The input of a new key. The administrator's browser has converted the chosen lifetime to the time of its end. */
export const apiKeyInput = z.object({
  name: nameField,
  scopes: scopesField,
  endsAt: z.iso.datetime(message('dayInvalid')).check(z.refine(isWithinMaxLifetime, message('dayInvalid'))),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

export const apiKeyOfUserInput = z.extend(idInput, { personId: idField })

/** A new key, with its secret text, which is shown only once. */
export interface NewApiKey {
  id: string
  token: string
}

/** Returns the valid scopes in a comma-separated text. */
export function parseScopes(text: string): ApiScope[] {
  const named = new Set(text.split(','))
  return ALL_API_SCOPES.filter((scope) => named.has(scope))
}

function isWithinMaxLifetime(endsAt: string | null): boolean {
  if (endsAt === null) return false
  const left = new Date(endsAt).getTime() - Date.now()
  // Allows one day more than the maximum, because the last day can end later in the administrator's time zone.
  return left > 0 && left < (maxDays + 1) * DAY_MS
}
