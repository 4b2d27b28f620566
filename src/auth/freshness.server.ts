import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { session } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { sessionCookie } from './session-cookie.server.ts'

const { freshForMinutes } = appConfig.session

/**
 * Guards changes that somebody who finds an open browser must not make: the sign-in, or a code entered since, has to be
 * recent, by the database's clock.
 * @throws {AppError} SESSION_EXPIRED
 */
export async function requireFreshSession(db: Database, sessionId: string): Promise<void> {
  const rows = await db
    .select({
      isFresh: sql<boolean>`greatest(${session.createdAt}, ${session.confirmedAt}) > now() - make_interval(mins => ${freshForMinutes})`,
    })
    .from(session)
    .where(eq(session.id, sessionId))
  if (!rows[0]?.isFresh) throw new AppError('SESSION_EXPIRED')
}

/**
 * Has the session count as fresh again from now on, under a new token: whoever has the old one is out at once, on every node.
 * @returns the Set-Cookie line for the browser; it has to get it once the transaction is through, or it is out as well
 */
export async function renewFreshness(db: Database, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await db
    .update(session)
    .set({ token, confirmedAt: sql`now()` })
    .where(eq(session.id, sessionId))
  return sessionCookie(token)
}
