import { eq } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import { endInvitation, findInvitationOf } from '#auth/account-invitations.server.ts'
import { isBanned } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { lastAdministratorViolation } from '#db/violations.ts'
import { notifyAdministrators } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { displayNameOf } from '#lib/names.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { inTransaction, type AdministratorContext } from '#service/service-context.server.ts'
import type { UserInvitation } from './user-detail.schema.ts'

/** Returns a user's invitation, as administrators see it; null without an invitation, or after the first sign-in. */
export async function getInvitation(
  db: Database,
  { id, invitedAt, lastSignInAt }: UserRecord,
): Promise<UserInvitation | null> {
  if (invitedAt === null || lastSignInAt !== null) return null
  const found = await findInvitationOf(db, id)
  if (!found) return null
  const { sentAt, endsAt, isOver, invitedBy, language, mailState, addsPerson } = found
  return withIsoTimes({ sentAt, endsAt, isOver, invitedBy, language, mailState, addsPerson })
}

/** Whether a user can be invited: they have never signed in and are not banned, because a banned user could not accept. */
export function canBeInvited(record: UserRecord): boolean {
  return record.lastSignInAt === null && !isBanned(record)
}

/**
 * Withdraws an invitation that was not accepted: its link stops working. If the user was added with the invitation, deletes
 * the user, who could otherwise sign in without the link; does not delete a user who was invited later.
 * @returns whether the user was deleted
 * @throws {AppError} SESSION_EXPIRED; NOT_FOUND if there is no open invitation; LAST_ADMINISTRATOR
 */
export async function withdrawInvitation(
  context: AdministratorContext,
  { id }: { id: string },
): Promise<{ isDeleted: boolean }> {
  await context.requireRecentAuthentication()
  return inTransaction(context, [lastAdministratorViolation], async (context) => {
    const record = await lockUser(context.db, id)
    const found = record.lastSignInAt === null && (await findInvitationOf(context.db, id))
    if (!found) throw new AppError('NOT_FOUND')
    await endInvitation(context.db, id)
    const subject = { id, name: displayNameOf(record) }
    await recordAudit(context, { action: 'invitation-withdrawn', subject })
    if (found.addsPerson) {
      const { name, email, role } = record
      await context.db.delete(user).where(eq(user.id, id))
      await recordAudit(context, { action: 'user-deleted', subject, before: { name, email, role } })
      if (role === 'admin') await notifyAdministrators(context.db, { kind: 'administrator-changed', person: email })
    }
    return { isDeleted: found.addsPerson }
  })
}
