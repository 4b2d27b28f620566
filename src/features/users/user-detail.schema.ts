import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { ApiKeyRow } from '#auth/user-api-keys.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { endOfDay, isDay } from '#lib/days.ts'
import { idField } from '#lib/id-field.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { ROLES } from './user-choices.ts'
import { userFilter, type UserRow } from './users.schema.ts'

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
    z.refine((day) => day === '' || isDay(day), message('dayInvalid')),
    z.refine((day) => isToCome(endOfBan(day)), message('dayPast')),
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

/** Some people by their ids, or all that a filter fits. */
const selection = z.union([
  z.object({ ids: z.array(idField).check(z.minLength(1), z.maxLength(appConfig.bulk.mostChosen)) }),
  z.object({ filter: userFilter }),
])

/** Describes something done to many people at once: the name of its kind, and all that it needs. */
export const manyUsersInput = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('user-ban'),
      selection,
      reason,
      endsAt: z.nullable(z.iso.datetime(message('dayInvalid'))),
    })
    .check(z.refine(({ endsAt }) => isToCome(endsAt), { error: 'dayPast', path: ['lastDay'] })),
  z.object({ kind: z.literal('user-unban'), selection }),
  z.object({ kind: z.literal('user-end-sessions'), selection }),
  // Each new administrator is told to all others, and rightly so: nobody makes a thousand of them.
  z.object({ kind: z.literal('user-role'), selection, role: z.enum(ROLES) }).check(
    z.refine(({ selection, role }) => role !== 'admin' || isFew(selection), {
      error: 'tooMany',
      path: ['selection'],
    }),
  ),
  z.object({ kind: z.literal('user-delete'), selection }),
])

export type ManyUsersInput = z.infer<typeof manyUsersInput>

export const impersonationInput = z.extend(impersonationFields, { id: idField })
export const sessionInput = z.object({ id: idField, sessionId: idField })
export type SessionInput = z.infer<typeof sessionInput>
export const historyInput = z.object({ id: idField, before: z.nullable(z.int().check(z.nonnegative())) })

/** The fields of the form for an invitation. */
export const invitationFields = z.object({ language: z.enum(appConfig.languages) })
export type InvitationFields = z.infer<typeof invitationFields>
export const invitationInput = z.extend(invitationFields, { id: idField })

/** One person, as administrators see them. */
export interface UserDetail extends UserRow {
  /** The ban that stands now, if any. */
  ban: Ban | null
  /** The invitation that they have not accepted yet. */
  invitation: UserInvitation | null
  canBeInvited: boolean
  /** Until when (ISO 8601) others neither change their email or passkeys nor act as them; null where they can. */
  protectedUntil: string | null
  /** Those that they are a member of, by name. */
  organizations: { id: string; name: string; role: OrganizationRole }[]
}

/** One person, with what others can revoke besides their sessions. */
export interface UserWithKeys extends UserDetail {
  /** Those of another administrator: nobody else has any here. */
  apiKeys: ApiKeyRow[]
}

/** An invitation that was not accepted yet, as administrators see it. */
export interface UserInvitation {
  /** ISO 8601 */
  sentAt: string
  /** ISO 8601 */
  endsAt: string
  isOver: boolean
  /** Null for an administrator who is gone. */
  invitedBy: string | null
  language: string
  mailState: MailState
  /** Whether withdrawing it deletes the person. */
  addsPerson: boolean
}

/** A ban, as administrators see it. */
export interface Ban {
  reason: string | null
  /** ISO 8601; null for a ban without end. */
  endsAt: string | null
}

/** The moment at which a ban ends, by its last day. @returns ISO 8601; null for the empty day, which never comes */
export function endOfBan(lastDay: string): string | null {
  return lastDay === '' ? null : endOfDay(lastDay)
}

function isFew(selection: { ids: string[] } | object): boolean {
  return 'ids' in selection && selection.ids.length <= appConfig.bulk.rowsAtOnce
}

/** Whether a ban that ends then is one still; one without end always is. */
export function isToCome(endsAt: string | null): boolean {
  return endsAt === null || new Date(endsAt).getTime() > Date.now()
}
