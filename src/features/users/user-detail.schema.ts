import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from '#lib/uuid.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import type { UserRow } from './users.schema.ts'

const message = (key: MessageKeyOf<'user'>) => ({ error: key, abort: true })

/** Why something is done to a person, in one line. */
const reason = z.string(message('reasonRequired')).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ').trim()),
  z.minLength(1, message('reasonRequired')),
  z.maxLength(appConfig.user.reasonMaxLength, message('reasonTooLong')),
  z.refine(isVisibleText, message('reasonInvalid')),
)

/** The fields of the form for a ban: the last day is `YYYY-MM-DD`, or empty for a ban without end. */
export const banFields = z.object({
  reason,
  lastDay: z.string(message('dayInvalid')).check(
    z.refine(isDayOrEmpty, message('dayInvalid')),
    z.refine((day) => isToCome(endOfDay(day)), message('dayPast')),
  ),
})

export type BanFields = z.infer<typeof banFields>

export const impersonationFields = z.object({ reason })

export type ImpersonationFields = z.infer<typeof impersonationFields>

/** The input of a ban: the administrator's browser has made a moment of the last day. */
export const banInput = z
  .object({ id: idField, reason, endsAt: z.nullable(z.iso.datetime(message('dayInvalid'))) })
  .check(z.refine(({ endsAt }) => isToCome(endsAt), { error: 'dayPast', path: ['lastDay'] }))

export type BanInput = z.infer<typeof banInput>

export const impersonationInput = z.extend(impersonationFields, { id: idField })
export const sessionInput = z.object({ id: idField, sessionId: idField })
export type SessionInput = z.infer<typeof sessionInput>
export const historyInput = z.object({ id: idField, before: z.nullable(z.int().check(z.nonnegative())) })

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

/**
 * The moment at which a day is over where this runs: in the browser that is where the administrator is.
 * @returns ISO 8601; null for the empty day, which never comes
 */
export function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString()
}

function isDayOrEmpty(day: string): boolean {
  if (day === '') return true
  const midnight = new Date(`${day}T00:00Z`)
  // A day that no month has, 30 February say, comes out as another one; the last of all days ends in another year.
  return /^\d{4}-\d\d-\d\d$/.test(day) && midnight.toJSON()?.startsWith(day) && day < '9999-12-31'
}

function isToCome(endsAt: string | null): boolean {
  return endsAt === null || new Date(endsAt).getTime() > Date.now()
}
