import { eq } from 'drizzle-orm'
import { unlinkProviders } from '#auth/provider-accounts.server.ts'
import { endSessions } from '#auth/user-sessions.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { lastAdministrator, mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'
import { recordAudit, type ActorRef } from '#audit/audit.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { UserFields } from './users.schema.ts'

const emailTaken = uniqueViolation('user_email_unique', 'email')

/** Adds a person, who signs in by a code to their address. @throws {AppError} TAKEN when it is in use, also in a race */
export async function createUser(db: Database, actor: ActorRef, fields: UserFields): Promise<{ id: string }> {
  const { email, name, role } = fields
  return mapDatabaseErrors([emailTaken], () =>
    db.transaction(async (transaction) => {
      const [made] = await transaction.insert(user).values({ email, name, role }).returning({ id: user.id })
      if (!made) throw new AppError('UNKNOWN_ERROR')
      await recordAudit(transaction, {
        action: 'user-created',
        actor,
        subject: { id: made.id, name },
        after: { email, name, role },
      })
      return made
    }),
  )
}

/**
 * Changes a person. Another address counts as verified, ends their sessions and their ways to sign in through providers, and
 * the old one is told by mail.
 * @throws {AppError} NOT_FOUND; TAKEN when the address is in use, also in a race; NOT_ON_YOURSELF for an
 * administrator's own role and address; LAST_ADMINISTRATOR, also when two demote each other at the same moment
 */
export async function updateUser(db: Database, actor: ActorRef, askedId: string, fields: UserFields): Promise<void> {
  const { email, name, role } = fields
  await mapDatabaseErrors([emailTaken, lastAdministrator], () =>
    db.transaction(async (transaction) => {
      // One id can be spelled in several ways; the row has the one that others compare with.
      const { id, language, ...before } = await lockUser(transaction, askedId)
      const hasNewEmail = email !== before.email
      if (id === actor.id) refuseOnSelf({ email: hasNewEmail, role: role !== before.role })
      if (!hasNewEmail && name === before.name && role === before.role) return

      await transaction
        .update(user)
        .set({ email, name, role, ...(hasNewEmail && { emailVerified: true }) })
        .where(eq(user.id, id))
      const providers = hasNewEmail ? await unlinkProviders(transaction, id) : null
      const subject = { id, name }
      await recordAudit(transaction, {
        action: 'user-updated',
        actor,
        subject,
        before: { ...before, ...(providers && { providers }) },
        after: { email, name, role },
      })
      if (!hasNewEmail) return
      await endSessions(transaction, actor, subject)
      await enqueueNotice(transaction, { kind: 'email-changed', email: before.email, language })
    }),
  )
}

/** An own address is changed on the account page, which asks for a code; an own role not at all. */
function refuseOnSelf(changed: { email: boolean; role: boolean }) {
  const field = changed.role ? 'role' : changed.email ? 'email' : undefined
  if (field) throw new AppError('NOT_ON_YOURSELF', { field })
}

/** A person as they are, held until the transaction ends. */
async function lockUser(db: Pick<Database, 'select'>, id: string) {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [found] = await db
    .select({ id: user.id, email: user.email, name: user.name, role: user.role, language: user.language })
    .from(user)
    .where(eq(user.id, id))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
