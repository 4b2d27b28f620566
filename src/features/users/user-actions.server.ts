import { eq } from 'drizzle-orm'
import { isBanned, nameOf } from '#person/person.ts'
import { deleteSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator, mapDatabaseErrors } from '#db/violations.ts'
import { recordAudit, type ActorRef } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { BanInput } from './user-detail.schema.ts'

/**
 * Bans a person and ends all their sessions at once. Somebody who is banned already gets the new reason and end.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export async function banUser(db: Database, actor: ActorRef, id: string, { reason, endsAt }: BanInput): Promise<void> {
  const banExpires = endsAt === null ? null : new Date(endsAt)
  await changeSomebody(db, actor, id, async (transaction, person) => {
    await transaction.update(user).set({ banned: true, banReason: reason, banExpires }).where(eq(user.id, id))
    await deleteSessions(transaction, id)
    await recordAudit(transaction, {
      action: 'user-banned',
      actor,
      subject: { id, name: nameOf(person) },
      before: { banExpires: isBanned(person) ? (person.banExpires?.toISOString() ?? null) : null },
      after: { banExpires: endsAt },
      reason,
    })
  })
}

/** Lifts a ban; for somebody who is not banned nothing happens. @throws {AppError} NOT_FOUND */
export async function unbanUser(db: Database, actor: ActorRef, id: string): Promise<void> {
  await changeSomebody(db, actor, id, async (transaction, person) => {
    if (!person.banned) return
    await transaction.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, id))
    await recordAudit(transaction, { action: 'user-unbanned', actor, subject: { id, name: nameOf(person) } })
  })
}

/**
 * Deletes a person with their sessions and ways to sign in. What they added stays, and so does history.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, LAST_ADMINISTRATOR
 */
export async function deleteUser(db: Database, actor: ActorRef, id: string): Promise<void> {
  await changeSomebody(db, actor, id, async (transaction, person) => {
    await transaction.delete(user).where(eq(user.id, id))
    await recordAudit(transaction, {
      action: 'user-deleted',
      actor,
      subject: { id, name: nameOf(person) },
      before: { name: person.name, email: person.email, role: person.role },
    })
  })
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Changes another person, who is held until the transaction ends. */
async function changeSomebody(
  db: Database,
  actor: ActorRef,
  id: string,
  change: (transaction: Transaction, person: Awaited<ReturnType<typeof lockUser>>) => Promise<void>,
): Promise<void> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  if (id.toLowerCase() === actor.id) throw new AppError('NOT_ON_YOURSELF')
  await mapDatabaseErrors([lastAdministrator], () =>
    db.transaction(async (transaction) => change(transaction, await lockUser(transaction, id))),
  )
}

async function lockUser(transaction: Transaction, id: string) {
  const [found] = await transaction
    .select({ name: user.name, email: user.email, role: user.role, banned: user.banned, banExpires: user.banExpires })
    .from(user)
    .where(eq(user.id, id))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
