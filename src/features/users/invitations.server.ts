import { eq } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import { endInvitation, findInvitationOf } from '#auth/invitations.server.ts'
import { isBanned } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator } from '#db/violations.ts'
import { notifyAdministrators } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { nameOf } from '#lib/names.ts'
import { lockPerson, type Person } from '#person/find-person.server.ts'
import { inTransaction, type AdministratorContext } from '#service/service-context.server.ts'
import type { UserInvitation } from './user-detail.schema.ts'

/** Reads the invitation of a person, as administrators see it; null for who has none, or has signed in. */
export async function getInvitation(db: Database, { id, invitedAt, lastSignInAt }: Person) {
  if (invitedAt === null || lastSignInAt !== null) return null
  const found = await findInvitationOf(db, id)
  return (
    (found &&
      ({
        sentAt: found.sentAt.toISOString(),
        endsAt: found.endsAt.toISOString(),
        isOver: found.isOver,
        invitedBy: found.invitedBy,
        language: found.language,
        mailState: found.mailState,
        addsPerson: found.addsPerson,
      } satisfies UserInvitation)) ??
    null
  )
}

/** Whether a person can be invited: who has signed in needs it no more, and who is banned could not follow it. */
export function canBeInvited(person: Person): boolean {
  return person.lastSignInAt === null && !isBanned(person)
}

/**
 * Withdraws an invitation before it was accepted: its link ends, and whoever was added by it is deleted, for while they are
 * here they could sign in without it. Who was here before stays.
 * @returns whether the person was deleted
 * @throws {AppError} SESSION_EXPIRED; NOT_FOUND where nobody is invited any more; LAST_ADMINISTRATOR
 */
export async function withdrawInvitation(
  context: AdministratorContext,
  { id }: { id: string },
): Promise<{ isDeleted: boolean }> {
  await context.requireFreshSignIn()
  return inTransaction(context, [lastAdministrator], async (context) => {
    const person = await lockPerson(context.db, id)
    const found = person.lastSignInAt === null && (await findInvitationOf(context.db, id))
    if (!found) throw new AppError('NOT_FOUND')
    await endInvitation(context.db, id)
    const subject = { id, name: nameOf(person) }
    await recordAudit(context, { action: 'invitation-withdrawn', subject })
    if (found.addsPerson) {
      const { name, email, role } = person
      await context.db.delete(user).where(eq(user.id, id))
      await recordAudit(context, { action: 'user-deleted', subject, before: { name, email, role } })
      if (role === 'admin') await notifyAdministrators(context.db, { kind: 'administrator-changed', person: email })
    }
    return { isDeleted: found.addsPerson }
  })
}
