import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { session } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'

const { freshForHours } = appConfig.session

/**
 * Guards changes that somebody who finds an open browser must not make: the sign-in, or a code entered since, has to be
 * recent, by the database's clock.
 * @throws {AppError} SESSION_EXPIRED
 */
export async function requireFreshSession(db: Database, sessionId: string): Promise<void> {
  const rows = await db
    .select({
      isFresh: sql<boolean>`greatest(${session.createdAt}, ${session.confirmedAt}) > now() - make_interval(hours => ${freshForHours})`,
    })
    .from(session)
    .where(eq(session.id, sessionId))
  if (!rows[0]?.isFresh) throw new AppError('SESSION_EXPIRED')
}

/** Has the session count as fresh again from now on. */
export async function renewFreshness(db: Database, sessionId: string): Promise<void> {
  await db
    .update(session)
    .set({ confirmedAt: sql`now()` })
    .where(eq(session.id, sessionId))
}
