import { and, desc, eq, gt, ne, or, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { session } from '#db/schema.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { deviceOf, type Device } from '#lib/device-name.server.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import type { SessionContext } from './current-session.server.ts'

/** A session as people may see it. The token stays on the server. */
export interface SessionRow {
  id: string
  device: Device
  ipAddress: string | null
  /** ISO 8601 */
  lastSeenAt: string
  /** ISO 8601 */
  createdAt: string
  isCurrent: boolean
  /** An administrator acts as this person in it. */
  isImpersonation: boolean
}

const { mostPerPerson } = appConfig.session

/** Lists the sessions of a person, the last seen first. */
export async function listSessions(
  { db, session: current }: Pick<SessionContext, 'db' | 'session'>,
  { id: personId }: { id: string },
): Promise<SessionRow[]> {
  const rows = await db
    .select({
      id: session.id,
      userAgent: session.userAgent,
      ipAddress: session.ipAddress,
      lastSeenAt: session.lastSeenAt,
      createdAt: session.createdAt,
      impersonatedBy: session.impersonatedBy,
    })
    .from(session)
    .where(and(eq(session.userId, personId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.lastSeenAt), desc(session.id))
    .limit(mostPerPerson)
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    // Where an administrator sits who acts as them is not theirs to know.
    ipAddress: row.impersonatedBy !== null && personId === current.viewer.id ? null : row.ipAddress,
    lastSeenAt: row.lastSeenAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    isCurrent: row.id === current.id,
    isImpersonation: row.impersonatedBy !== null,
  }))
}

interface OneSession {
  person: ActorRef
  sessionId: string
}

/** Ends one session of a person. @throws {AppError} NOT_FOUND */
export async function endSession(context: ServiceContext, { person, sessionId }: OneSession): Promise<void> {
  await inTransaction(context, [], async (context) => {
    const ended = await context.db
      .delete(session)
      .where(and(eq(session.id, sessionId), eq(session.userId, person.id)))
      .returning({ id: session.id })
    if (ended.length === 0) throw new AppError('NOT_FOUND')
    await recordAudit(context, { action: 'session-ended', subject: person })
  })
}

interface AllSessions {
  person: ActorRef
  /** The one that stays. */
  exceptId?: string
}

/** Ends all sessions of a person, but for one. @returns how many there were */
export function endSessions(context: ServiceContext, { person, exceptId }: AllSessions): Promise<number> {
  return inTransaction(context, [], async (context) => {
    const count = await deleteSessions(context.db, person.id, exceptId)
    if (count > 0) await recordAudit(context, { action: 'sessions-ended', subject: person })
    return count
  })
}

/**
 * Takes a person's sessions away, and those in which they act as somebody, as a part of a change that history tells of
 * by itself: a ban, another role.
 * @returns how many there were
 */
export async function deleteSessions(db: Database, personId: string, exceptId?: string): Promise<number> {
  const ended = await db
    .delete(session)
    .where(
      and(
        or(eq(session.userId, personId), eq(session.impersonatedBy, personId)),
        exceptId === undefined ? undefined : ne(session.id, exceptId),
      ),
    )
    .returning({ id: session.id })
  return ended.length
}
