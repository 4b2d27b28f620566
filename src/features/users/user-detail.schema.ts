import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { isVisibleText } from '#lib/visible-text.ts'
import type user from '../../../locales/en/user.json'
import type { UserRow } from './users.schema.ts'

type MessageKey = keyof typeof user.messages | 'reasonTooLong'
const message = (key: MessageKey) => ({ error: key, abort: true })

/** Why something is done to a person, in one line. */
const reason = z.string(message('reasonRequired')).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ').trim()),
  z.minLength(1, message('reasonRequired')),
  z.maxLength(appConfig.user.reasonMaxLength, message('reasonTooLong')),
  z.refine(isVisibleText, message('reasonInvalid')),
)

/** What a ban is given: the last day is `YYYY-MM-DD`, or empty for a ban without end. */
export const banFields = z.object({
  reason,
  lastDay: z
    .string(message('dayInvalid'))
    .check(z.refine(isDayOrEmpty, message('dayInvalid')), z.refine(isToComeOrEmpty, message('dayPast'))),
})

export type BanFields = z.infer<typeof banFields>

export const impersonationFields = z.object({ reason })

export type ImpersonationFields = z.infer<typeof impersonationFields>

export const banInput = z.extend(banFields, { id: z.string() })
export const impersonationInput = z.extend(impersonationFields, { id: z.string() })
export const sessionInput = z.object({ id: z.string(), sessionId: z.string() })
export const historyInput = z.object({ id: z.string(), before: z.nullable(z.int().check(z.nonnegative())) })

/** One person, as administrators see them. */
export interface UserDetail extends UserRow {
  /** The ban that stands now, if any. */
  ban: Ban | null
}

interface Ban {
  reason: string | null
  /** ISO 8601; null for a ban without end. */
  endsAt: string | null
}

/** The moment a ban ends whose last day this is: all days are those of UTC, so that everybody means the same. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`)
}

function isDayOrEmpty(day: string): boolean {
  if (day === '') return true
  // A day that no month has, 30 February say, comes out as another one.
  return /^\d{4}-\d\d-\d\d$/.test(day) && endOfDay(day).toJSON()?.startsWith(day)
}

function isToComeOrEmpty(day: string): boolean {
  return day === '' || endOfDay(day).getTime() > Date.now()
}
