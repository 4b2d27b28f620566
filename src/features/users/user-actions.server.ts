import { and, eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import { isBanned, isBanOver } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { organizationInvitation, user } from '#db/schema.ts'
import { lastAdministratorViolation } from '#db/violations.ts'
import { BATCH_SIZE, repeatUntilUnchanged } from '#queue/purge.server.ts'
import { enqueueNotice, notifyAdministrators } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { transferOrganizations } from '#user/leave-organizations.server.ts'
import {
  inTransaction,
  type ActorRef,
  type AdministratorContext,
  type ServiceContext,
} from '#service/service-context.server.ts'
import type { BanInput } from './user-detail.schema.ts'

/**
 * Bans a user, ends the user's sessions, and withdraws the organization invitations that the user sent. If the user
 * is already banned, replaces the reason and the end of the ban.
 * @throws {AppError} SESSION_EXPIRED, NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export async function banUser(context: AdministratorContext, { id, reason, endsAt }: BanInput): Promise<void> {
  await context.requireRecentAuthentication()
  const banExpires = endsAt === null ? null : new Date(endsAt)
  await changeOtherUser(context, id, async (context, record, subject) => {
    await context.db.update(user).set({ banned: true, banReason: reason, banExpires }).where(eq(user.id, id))
    await deleteSessions(context.db, id)
    const waits = and(eq(organizationInvitation.inviterId, id), eq(organizationInvitation.status, 'pending'))
    await context.db.update(organizationInvitation).set({ status: 'canceled' }).where(waits)
    await recordAudit(context, {
      action: 'user-banned',
      subject,
      before: { banExpires: isBanned(record) ? (record.banExpires?.toISOString() ?? null) : null },
      after: { banExpires: endsAt },
      reason,
    })
    await notifyOfAdministratorChange(context, record)
  })
}

/** Lifts a ban; does nothing if the user is not banned. @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF */
export function unbanUser(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return changeOtherUser(context, id, async (context, record, subject) => {
    if (!record.banned) return
    await context.db.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, id))
    await recordAudit(context, { action: 'user-unbanned', subject })
    await notifyOfAdministratorChange(context, record)
  })
}

/**
 * Deletes a user with the user's sessions and sign-in methods, but not the repositories that the user added or the history.
 * Other members become owners of the organizations of which the user was the only owner.
 * @throws {AppError} SESSION_EXPIRED, NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export async function deleteUser(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  await context.requireRecentAuthentication()
  await changeOtherUser(context, id, async (context, record, subject) => {
    const { name, email, role, language } = record
    for (const successor of await transferOrganizations(context.db, id))
      await recordAudit(context, {
        action: 'organization-role-changed',
        subject: successor.user,
        before: {},
        after: { organization: successor.organization, memberRole: 'owner' },
      })
    await context.db.delete(user).where(eq(user.id, id))
    await enqueueNotice(context.db, { kind: 'account-deleted', email, language, userId: id })
    await recordAudit(context, { action: 'user-deleted', subject, before: { name, email, role } })
    await notifyOfAdministratorChange(context, record)
  })
}

/** Notifies the administrators if the user that was banned, unbanned, deleted or restored is an administrator. */
export async function notifyOfAdministratorChange({ db }: ServiceContext, { role, email }: UserRecord): Promise<void> {
  if (role === 'admin') await notifyAdministrators(db, { kind: 'administrator-changed', person: email })
}

/** Changes another user, whose row is locked until the transaction ends. */
function changeOtherUser(
  context: ServiceContext,
  id: string,
  change: (context: ServiceContext, record: UserRecord, subject: ActorRef) => Promise<void>,
): Promise<void> {
  return inTransaction(context, [lastAdministratorViolation], async (context) => {
    if (id === context.actor.id) throw new AppError('NOT_ON_YOURSELF')
    const record = await lockUser(context.db, id)
    await change(context, record, { id, name: displayNameOf(record) })
  })
}

/**
 * Clears bans that expired some days ago, like a sign-in does, so that queries have few expired bans to handle. Keeps a ban as
 * long as a change of it can be undone, because an undo compares the user's present ban with the ban that the change has set.
 */
export async function clearExpiredBans(db: Database): Promise<void> {
  const isLongOver = sql`${isBanOver} and ban_expires < now() - make_interval(days => ${appConfig.bulk.undoDays + 1})`
  await repeatUntilUnchanged(
    db,
    sql`
      update ${user} set banned = false, ban_reason = null, ban_expires = null
      where id = any(array(select id from ${user} where ${isLongOver} limit ${BATCH_SIZE})) and ${isLongOver}`,
  )
}
