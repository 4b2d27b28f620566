import { and, desc, eq, gt, ne, or } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { now, session } from '#db/schema.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { deviceOf, type Device } from '#lib/device-name.server.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'

/** A session for display, without the token, because pages must not contain it. */
export interface SessionRow {
  id: string
  device: Device
  ipAddress: string | null
  /** ISO 8601 */
  lastSeenAt: string
  /** ISO 8601 */
  createdAt: string
  isCurrent: boolean
  /** Whether the session is an administrator's impersonation of this user. */
  isImpersonation: boolean
}

const { maxPerUser } = appConfig.session

/** Lists a user's sessions, the most recently seen first. */
export async function listSessions(
  { db, session: current }: { db: Database; session: { id: string; viewer: { id: string } } },
  { id: userId }: { id: string },
): Promise<SessionRow[]> {
  const rows = await db
    .select(columnsOf(session, 'id', 'userAgent', 'ipAddress', 'lastSeenAt', 'createdAt', 'impersonatedBy'))
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
    .orderBy(desc(session.lastSeenAt), desc(session.id))
    .limit(maxPerUser)
  return rows.map(({ userAgent, impersonatedBy, ...row }) => ({
    ...withIsoTimes(row),
    device: deviceOf(userAgent),
    // Users must not see the IP address of an administrator who impersonates them.
    ipAddress: impersonatedBy !== null && userId === current.viewer.id ? null : row.ipAddress,
    isCurrent: row.id === current.id,
    isImpersonation: impersonatedBy !== null,
  }))
}

interface EndSessionInput {
  user: ActorRef
  sessionId: string
}

/** Ends one session of a user. @throws {AppError} NOT_FOUND if the user has no such session */
export async function endSession(context: ServiceContext, { user, sessionId }: EndSessionInput): Promise<void> {
  await inTransaction(context, [], async (context) => {
    const ended = await context.db
      .delete(session)
      .where(and(eq(session.id, sessionId), eq(session.userId, user.id)))
      .returning({ id: session.id })
    if (ended.length === 0) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'session-ended', subject: user })
  })
}

interface EndSessionsInput {
  user: ActorRef
  /** ID of the session that is not ended. */
  exceptId?: string
}

/** Ends all sessions of a user, except `exceptId` if given. @returns the number of ended sessions */
export function endSessionsExcept(context: ServiceContext, { user, exceptId }: EndSessionsInput): Promise<number> {
  return inTransaction(context, [], async (context) => {
    const count = await deleteSessions(context.db, user.id, exceptId)
    if (count > 0) await recordAudit(context, { action: 'sessions-ended', subject: user })
    return count
  })
}

/**
 * Deletes a user's sessions and the user's impersonations of others, except `exceptId` if given. The caller audits the reason.
 * @returns the number of deleted sessions
 */
export async function deleteSessions(db: Database, userId: string, exceptId?: string): Promise<number> {
  const ended = await db
    .delete(session)
    .where(
      and(
        or(eq(session.userId, userId), eq(session.impersonatedBy, userId)),
        exceptId === undefined ? undefined : ne(session.id, exceptId),
      ),
    )
    .returning({ id: session.id })
  return ended.length
}
