import { eq } from 'drizzle-orm'
import type { Session } from '#auth/session.server.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { recordEvent } from '#history/history.server.ts'
import { AppError } from '#lib/app-error.ts'

/** Gives the person another name; the same one changes nothing. */
export async function changeName(db: Database, session: Session, name: string): Promise<void> {
  const { id } = session.viewer
  await db.transaction(async (transaction) => {
    const [before] = await transaction.select({ name: user.name }).from(user).where(eq(user.id, id)).for('update')
    if (!before) throw new AppError('UNAUTHORIZED')
    if (before.name === name) return
    await transaction.update(user).set({ name }).where(eq(user.id, id))
    await recordEvent(transaction, {
      action: 'name-changed',
      actor: session.impersonatedBy ?? { id, name },
      subject: { id, name },
      before,
      after: { name },
    })
  })
}
