import { eq } from 'drizzle-orm'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import { isBanned } from '#db/bans.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator } from '#db/violations.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { nameOf } from '#lib/names.ts'
import { lockPerson, type Person } from '#person/find-person.server.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import type { BanInput } from './user-detail.schema.ts'

/**
 * Bans a person and ends all their sessions at once. Somebody who is banned already gets the new reason and end.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export function banUser(context: ServiceContext, { id, reason, endsAt }: BanInput): Promise<void> {
  const banExpires = endsAt === null ? null : new Date(endsAt)
  return changeSomebody(context, id, async (context, person, subject) => {
    await context.db.update(user).set({ banned: true, banReason: reason, banExpires }).where(eq(user.id, id))
    await deleteSessions(context.db, id)
    await recordAudit(context, {
      action: 'user-banned',
      subject,
      before: { banExpires: isBanned(person) ? (person.banExpires?.toISOString() ?? null) : null },
      after: { banExpires: endsAt },
      reason,
    })
  })
}

/** Lifts a ban; for somebody who is not banned nothing happens. @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF */
export function unbanUser(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return changeSomebody(context, id, async (context, person, subject) => {
    if (!person.banned) return
    await context.db.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, id))
    await recordAudit(context, { action: 'user-unbanned', subject })
  })
}

/**
 * Deletes a person with their sessions and ways to sign in. What they added stays, and so does history.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export function deleteUser(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return changeSomebody(context, id, async (context, { name, email, role }, subject) => {
    await context.db.delete(user).where(eq(user.id, id))
    await recordAudit(context, { action: 'user-deleted', subject, before: { name, email, role } })
  })
}

/** Changes another person, who is held until the transaction ends. */
function changeSomebody(
  context: ServiceContext,
  id: string,
  change: (context: ServiceContext, person: Person, subject: ActorRef) => Promise<void>,
): Promise<void> {
  return inTransaction(context, [lastAdministrator], async (context) => {
    if (id === context.actor.id) throw new AppError('NOT_ON_YOURSELF')
    const person = await lockPerson(context.db, id)
    await change(context, person, { id, name: nameOf(person) })
  })
}
