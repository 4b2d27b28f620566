import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { userDataReaders } from '#slots/user.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { endOfDay, isDay } from '#lib/days.ts'
import { idField } from '#lib/id-field.ts'
import { rowSelection } from '#lib/row-selection.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isVisibleText } from '#lib/text-safety.ts'
import { ROLES } from './user-choices.ts'
import { userFilter, type UserRow } from './users.schema.ts'

const message = (key: MessageKeyOf<'user'>) => ({ error: key, abort: true })

/** The reason for an action on a user, in one line. */
const reasonField = z.string(message('reasonRequired')).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ').trim()),
  z.minLength(1, message('reasonRequired')),
  z.maxLength(appConfig.user.reasonMaxLength, message('reasonTooLong')),
  z.refine(isVisibleText, message('reasonInvalid')),
)

/** The fields of the ban form: the last day is `YYYY-MM-DD`, or empty for a ban without end. */
export const banFields = z.object({
  reason: reasonField,
  lastDay: z.string(message('dayInvalid')).check(
    z.refine((day) => day === '' || isDay(day), message('dayInvalid')),
    z.refine((day) => isBanInForce(endOfBan(day)), message('dayPast')),
  ),
})

export type BanFields = z.infer<typeof banFields>

export const impersonationFields = z.object({ reason: reasonField })

export type ImpersonationFields = z.infer<typeof impersonationFields>

/** The fields of a ban in a request. The administrator's browser has converted the last day to the time of its end. */
const ban = { reason: reasonField, endsAt: z.nullable(z.iso.datetime(message('dayInvalid'))) }
const endsInTheFuture = z.refine<{ endsAt: string | null }>(({ endsAt }) => isBanInForce(endsAt), {
  error: 'dayPast',
  path: ['lastDay'],
})

/** The input of a ban. */
export const banInput = z.object({ id: idField, ...ban }).check(endsInTheFuture)
export type BanInput = z.infer<typeof banInput>

const selectionSchema = rowSelection(userFilter)

/** Limits the number of new administrators, because all administrators are notified of each one. */
export const addsFewAdministrators = z.refine<{ role: string; selection: { ids: string[] } | object }>(
  ({ selection, role }) => role !== 'admin' || isSmallSelection(selection),
  { error: 'tooMany', path: ['selection'] },
)

/** The input of a bulk action on users: its kind, and the parameters of that kind. */
export const manyUsersInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user-ban'), selection: selectionSchema, ...ban }).check(endsInTheFuture),
  z.object({ kind: z.literal('user-unban'), selection: selectionSchema }),
  z.object({ kind: z.literal('user-end-sessions'), selection: selectionSchema }),
  z
    .object({ kind: z.literal('user-role'), selection: selectionSchema, role: z.enum(ROLES) })
    .check(addsFewAdministrators),
  z.object({ kind: z.literal('user-delete'), selection: selectionSchema }),
])

export type ManyUsersInput = z.infer<typeof manyUsersInput>

export const impersonationInput = z.extend(impersonationFields, { id: idField })
export const sessionInput = z.object({ id: idField, sessionId: idField })
export type SessionInput = z.infer<typeof sessionInput>
export const historyInput = z.object({ id: idField, before: z.nullable(z.int().check(z.nonnegative())) })

/** The fields of the invitation form. */
export const invitationFields = z.object({ language: z.enum(appConfig.languages) })
export type InvitationFields = z.infer<typeof invitationFields>
export const inviteUserInput = z.extend(invitationFields, { id: idField })

/** A user, as administrators see them. */
export interface UserDetail extends UserRow {
  /** The current ban, if any. */
  ban: Ban | null
  /** The invitation that the user has not accepted yet. */
  invitation: UserInvitation | null
  canBeInvited: boolean
  /** ISO 8601; the time until which others cannot change the user's email or passkeys or impersonate them; null if they can. */
  protectedUntil: string | null
  /** The organizations that the user is a member of, sorted by name, with the user's role in each. */
  organizations: { id: string; name: string; role: OrganizationRole }[]
}

/** A user, with the data that features add. */
export interface UserWithFeatureData extends UserDetail {
  parts: { [Name in keyof typeof userDataReaders]: Awaited<ReturnType<(typeof userDataReaders)[Name]>> }
}

/** An invitation that was not accepted yet, as administrators see it. */
export interface UserInvitation {
  /** ISO 8601 */
  sentAt: string
  /** ISO 8601 */
  endsAt: string
  isOver: boolean
  /** Null if the inviting administrator was deleted. */
  invitedBy: string | null
  language: string
  mailState: MailState
  /** Whether the user was added with the invitation, so that withdrawing the invitation deletes the user. */
  addsPerson: boolean
}

/** A ban, as administrators see it. */
export interface Ban {
  reason: string | null
  /** ISO 8601; null for a ban without end. */
  endsAt: string | null
}

/** Returns the time at which the last day of a ban ends, in ISO 8601; null for an empty last day: the ban has no end. */
export function endOfBan(lastDay: string): string | null {
  return lastDay === '' ? null : endOfDay(lastDay)
}

function isSmallSelection(selection: { ids: string[] } | object): boolean {
  return 'ids' in selection && selection.ids.length <= appConfig.bulk.rowsAtOnce
}

/** Whether a ban with this end is still in force; a ban without end always is. */
export function isBanInForce(endsAt: string | null): boolean {
  return endsAt === null || new Date(endsAt).getTime() > Date.now()
}
