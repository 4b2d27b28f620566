import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { now, session } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { sessionCookieHeader } from './session-cookie.server.ts'

const { recentAuthenticationMinutes } = appConfig.session

/**
 * Requires a recent sign-in or confirmation (by code or passkey), so that someone at an unlocked browser cannot make the change.
 * @throws {AppError} SESSION_EXPIRED if it is not recent, by the database's clock
 */
export async function requireRecentAuthentication(db: Database, sessionId: string): Promise<void> {
  const rows = await db
    .select({
      isRecent: sql<boolean>`greatest(${session.createdAt}, ${session.confirmedAt}) > now() - make_interval(mins => ${recentAuthenticationMinutes})`,
    })
    .from(session)
    .where(eq(session.id, sessionId))
  if (!rows[0]?.isRecent) throw new AppError('SESSION_EXPIRED')
}

/**
 * Marks a session as recently authenticated and replaces its token, which signs out any holder of the old token on all nodes.
 * @returns the Set-Cookie header; must be sent after the commit, otherwise this browser is signed out, too
 */
export async function markRecentlyAuthenticated(db: Database, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await db.update(session).set({ token, confirmedAt: now }).where(eq(session.id, sessionId))
  return sessionCookieHeader(token)
}
