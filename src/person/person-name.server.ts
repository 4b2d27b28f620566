import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { recordAudit, type ActorRef } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'

/** Gives a person a name; the same as the one they have is fine. @throws {AppError} NOT_FOUND */
export async function saveName(db: Database, actor: ActorRef, id: string, name: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const [before] = await transaction.select({ name: user.name }).from(user).where(eq(user.id, id)).for('update')
    if (!before) throw new AppError('NOT_FOUND')
    if (before.name === name) return
    await transaction.update(user).set({ name }).where(eq(user.id, id))
    await recordAudit(transaction, {
      action: 'name-changed',
      // Who had no name yet goes by the one they give.
      actor: actor.id === id ? { id, name } : actor,
      subject: { id, name },
      before: { name: before.name || null },
      after: { name },
    })
  })
}
