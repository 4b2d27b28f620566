import { isDeepStrictEqual } from 'node:util'
import { asc, inArray } from 'drizzle-orm'
import { endSessionsExcept } from '#auth/user-sessions.server.ts'
import type { BulkKind, BulkRow } from '#bulk/bulk-kind.server.ts'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { snapshotUser, restoreUser, type UserSnapshot } from '#user/deleted-user-snapshot.server.ts'
import type { Role } from '#auth/permissions.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import { banUser, deleteUser, notifyOfAdministratorChange, unbanUser } from './user-actions.server.ts'
import type { Ban } from './user-detail.schema.ts'
import { getUserFields, updateUser } from './users-change.server.ts'
import type { UserFilter } from './users.schema.ts'
import { selectedUsersQuery } from './users.server.ts'

type UserKind<Input, Before> = BulkKind<Input, UserFilter, null, Before>

const selectionOfUsers = {
  find: selectedUsersQuery,
  lock: lockUsers,
  keyPermissions: ['user:change-administrators'],
} as const

interface BanState {
  banned: boolean
  reason: string | null
  endsAt: string | null
}

const banKind: UserKind<Ban, BanState> = {
  ...selectionOfUsers,
  name: 'user-ban',
  permission: 'user:ban',
  isDangerous: true,
  async apply(context, row) {
    const record = await lockUser(context.db, idOf(row))
    await banUser(context, { id: record.id, reason: row.input.reason ?? '', endsAt: row.input.endsAt })
    return { subject: userRefOf(record), before: banOf(record) }
  },
  async undo(context, { before, ...row }) {
    const ban = banOf(await lockUser(context.db, idOf(row)))
    const { reason, endsAt } = row.input
    const given = { banned: true, reason, endsAt: endsAt && new Date(endsAt).toISOString() }
    if (!isDeepStrictEqual(ban, given)) throw new AppError('CHANGED_SINCE')
    await setBan(context, idOf(row), before)
  },
}

const unbanKind: UserKind<null, BanState> = {
  ...selectionOfUsers,
  name: 'user-unban',
  permission: 'user:ban',
  async apply(context, row) {
    const record = await lockUser(context.db, idOf(row))
    await unbanUser(context, record)
    return { subject: userRefOf(record), before: banOf(record) }
  },
  async undo(context, { before, ...row }) {
    if (!before.banned) return
    if ((await lockUser(context.db, idOf(row))).banned) throw new AppError('CHANGED_SINCE')
    await setBan(context, idOf(row), before)
  },
}

/** Ends sessions. Has no undo, because browsers delete the cookies of ended sessions. */
const endSessionsKind: UserKind<null, null> = {
  ...selectionOfUsers,
  name: 'user-end-sessions',
  permission: 'session:revoke',
  isDangerous: true,
  async apply(context, row) {
    const record = await lockUser(context.db, idOf(row))
    if (record.id === context.actor.id) throw new AppError('NOT_ON_YOURSELF')
    await endSessionsExcept(context, { user: userRefOf(record) })
    return { subject: userRefOf(record) }
  },
}

const setRoleKind: UserKind<{ role: Role }, { role: Role }> = {
  ...selectionOfUsers,
  name: 'user-role',
  permission: 'user:set-role',
  isDangerous: true,
  async apply(context, row) {
    const record = await lockUser(context.db, idOf(row))
    await setRole(context, record, row.input.role)
    return { subject: userRefOf(record), before: { role: record.role } }
  },
  async undo(context, { before, ...row }) {
    if (before.role === row.input.role) return
    const record = await lockUser(context.db, idOf(row))
    if (record.role !== row.input.role) throw new AppError('CHANGED_SINCE')
    await setRole(context, record, before.role)
  },
}

const deleteKind: UserKind<null, UserSnapshot> = {
  ...selectionOfUsers,
  name: 'user-delete',
  permission: 'user:delete',
  isDangerous: true,
  async apply(context, row) {
    const record = await lockUser(context.db, idOf(row))
    const before = await snapshotUser(context.db, record.id)
    await deleteUser(context, record)
    return { subject: userRefOf(record), before }
  },
  async undo(context, { before, ...row }) {
    await restoreUser(context.db, before)
    const record = await lockUser(context.db, idOf(row))
    const { name, email, role } = record
    await recordAudit(context, { action: 'user-restored', subject: userRefOf(record), after: { name, email, role } })
    await notifyOfAdministratorChange(context, record)
  },
}

/** The kinds of bulk jobs on users. */
export const userKinds: BulkKind[] = [banKind, unbanKind, endSessionsKind, setRoleKind, deleteKind]

function lockUsers(db: Database, ids: string[]): Promise<unknown> {
  return db.select({ id: user.id }).from(user).where(inArray(user.id, ids)).orderBy(asc(user.id)).for('update')
}

function idOf({ subject }: Pick<BulkRow, 'subject'>): string {
  if (!subject) throw new AppError('NOT_FOUND')
  return subject.id
}

function userRefOf(record: UserRecord) {
  return { id: record.id, name: displayNameOf(record) }
}

function banOf({ banned, banReason, banExpires }: UserRecord): BanState {
  return { banned, reason: banReason, endsAt: banExpires?.toISOString() ?? null }
}

function setBan(context: AdministratorContext, id: string, { banned, reason, endsAt }: BanState): Promise<void> {
  return banned ? banUser(context, { id, reason: reason ?? '', endsAt }) : unbanUser(context, { id })
}

async function setRole(context: AdministratorContext, { id }: UserRecord, role: Role): Promise<void> {
  await updateUser(context, { ...(await getUserFields(context, { id })), id, role })
}
