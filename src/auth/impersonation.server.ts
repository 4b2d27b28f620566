import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { session as sessionTable, user } from '#db/schema.ts'
import { recordAudit, type ActorRef } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { isUuid } from '#lib/uuid.ts'
import { auth, headersForAuth } from './auth.server.ts'
import { mayKeepOwnSession } from './impersonation-plugin.server.ts'
import { isBanned, nameOf } from '#person/person.ts'
import { findAdministrator, personOf, requireSession, type Session } from './current-session.server.ts'

/**
 * Lets an administrator act as somebody in this browser, for an hour at most.
 * @throws {AppError} NOT_FOUND, NOT_ON_YOURSELF, YOU_CANNOT_IMPERSONATE_ADMINS, YOU_CANNOT_IMPERSONATE_BANNED_USERS
 */
export async function startImpersonating(
  db: Database,
  { viewer }: Session,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const person = await findPerson(db, id)
  if (person.id === viewer.id) throw new AppError('NOT_ON_YOURSELF')
  if (person.role === 'admin') throw new AppError('YOU_CANNOT_IMPERSONATE_ADMINS')
  if (isBanned(person)) throw new AppError('YOU_CANNOT_IMPERSONATE_BANNED_USERS')
  // Written down first: should the session not be made after all, history tells of a try; never the other way round.
  await recordAudit(db, {
    action: 'impersonation-started',
    actor: { id: viewer.id, name: nameOf(viewer) },
    subject: { id: person.id, name: nameOf(person) },
    reason,
  })
  const { headers } = await auth().api.impersonateUser({
    headers: headersForAuth(currentRequest()),
    body: { userId: person.id },
    returnHeaders: true,
  })
  currentRequest().setCookies.push(...headers.getSetCookie())
}

/**
 * Ends acting as somebody: back to the administrator's own session, or out altogether if that has ended meanwhile.
 * @throws {AppError} UNAUTHORIZED; INVALID_INPUT for who acts as nobody
 */
export async function stopImpersonating(db: Database): Promise<void> {
  const session = await requireSession()
  if (!session.impersonatedBy) throw new AppError('INVALID_INPUT')
  await endImpersonation(db, session.id, session.impersonatedBy, personOf(session))
  await leaveImpersonation(session.impersonatedBy.id, true)
}

/** Signs an administrator out who acts as somebody: of that session, and of their own that is kept in this browser. */
export async function signOutImpersonator(db: Database, session: Session, administrator: ActorRef): Promise<void> {
  await endImpersonation(db, session.id, administrator, personOf(session))
  const left = await leaveImpersonation(administrator.id, false)
  if (left) await db.delete(sessionTable).where(eq(sessionTable.id, left.ownSessionId))
}

/**
 * For a page that is asked for when the time of acting as somebody is over: back to the administrator's own session.
 * @returns where to send the browser; null when no such time is over
 */
export async function leaveEndedImpersonation(db: Database): Promise<string | null> {
  const { headers } = currentRequest()
  const ended = mayKeepOwnSession(headers) ? await auth().api.findEndedImpersonation({ headers }) : null
  if (!ended) return null
  const { sessionId, administratorId, person } = ended
  const administrator = await findAdministrator(administratorId)
  if (administrator) await endImpersonation(db, sessionId, administrator, { id: person.id, name: nameOf(person) })
  await leaveImpersonation(administratorId, true)
  return `/manager/users/${person.id}`
}

async function endImpersonation(db: Database, sessionId: string, actor: ActorRef, subject: ActorRef): Promise<void> {
  await db.transaction(async (transaction) => {
    const ended = await transaction
      .delete(sessionTable)
      .where(eq(sessionTable.id, sessionId))
      .returning({ id: sessionTable.id })
    // Another tab may have been faster; it happened once.
    if (ended.length > 0) await recordAudit(transaction, { action: 'impersonation-stopped', actor, subject })
  })
}

async function leaveImpersonation(administratorId: string, isReturning: boolean) {
  const request = currentRequest()
  const { headers, response } = await auth().api.leaveImpersonation({
    headers: request.headers,
    body: { administratorId, isReturning },
    returnHeaders: true,
  })
  request.setCookies.push(...headers.getSetCookie())
  return response
}

async function findPerson(db: Database, id: string) {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [person] = await db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      banned: user.banned,
      banExpires: user.banExpires,
    })
    .from(user)
    .where(eq(user.id, id))
  if (!person) throw new AppError('NOT_FOUND')
  return person
}
