import { eq } from 'drizzle-orm'
import { isBanned } from '#db/bans.ts'
import { session as sessionTable } from '#db/schema.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { type RequestContext } from '#request/request-context.server.ts'
import { auth, headersForAuth, refusalOf } from './auth.server.ts'
import { nameOf } from '#lib/names.ts'
import { getPerson } from '#person/find-person.server.ts'
import { refuseProtected } from '#person/protected-person.server.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import { setSecondFactor } from './second-factor.server.ts'
import { mayKeepOwnSession } from './session-cookie.server.ts'
import { findAdministrator, personOf, type BrowserContext, type SessionContext } from './current-session.server.ts'

/**
 * Lets an administrator act as somebody in this browser, for an hour at most.
 * @throws {AppError} SESSION_EXPIRED, NOT_FOUND, NOT_ON_YOURSELF, YOU_CANNOT_IMPERSONATE_ADMINS, ADMINISTRATOR_UNTIL_RECENTLY,
 * YOU_CANNOT_IMPERSONATE_BANNED_USERS
 */
export async function startImpersonating(
  context: SessionContext,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { db, actor, request } = context
  await context.requireFreshSignIn()
  const person = await getPerson(db, id)
  if (person.id === actor.id) throw new AppError('NOT_ON_YOURSELF')
  if (person.role === 'admin') throw new AppError('YOU_CANNOT_IMPERSONATE_ADMINS')
  refuseProtected(person)
  if (isBanned(person)) throw new AppError('YOU_CANNOT_IMPERSONATE_BANNED_USERS')
  // Written down first: should the session not be made after all, history tells of a try; never the other way round.
  const subject = { id: person.id, name: nameOf(person) }
  await inTransaction(context, [], async (context) => {
    await recordAudit(context, { action: 'impersonation-started', subject, reason })
    const { id: personId, email, language } = person
    await enqueueNotice(context.db, { kind: 'impersonation-started', email, language, personId })
  })
  const { headers, response } = await auth()
    .api.impersonateUser({ headers: headersForAuth(request), body: { userId: person.id }, returnHeaders: true })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  // What the administrator has shown goes for this session too, and has to: see `findSession`.
  if (context.session.secondFactorAt) await setSecondFactor(db, eq(sessionTable.token, response.session.token))
  request.setCookies.push(...headers.getSetCookie())
}

/**
 * Ends acting as somebody: back to the administrator's own session, or out altogether if that has ended meanwhile.
 * @throws {AppError} INVALID_INPUT for who acts as nobody
 */
export async function stopImpersonating(context: SessionContext): Promise<void> {
  const { session, actor, request } = context
  if (!session.impersonatedBy) throw new AppError('INVALID_INPUT')
  await endImpersonation(context, { sessionId: session.id, person: personOf(session) })
  await leaveImpersonation(request, actor.id, true)
}

/** Signs an administrator out who acts as somebody: of that session, and of their own that is kept in this browser. */
export async function signOutImpersonator(context: SessionContext): Promise<void> {
  const { db, session, actor, request } = context
  await endImpersonation(context, { sessionId: session.id, person: personOf(session) })
  const left = await leaveImpersonation(request, actor.id, false)
  if (left) await db.delete(sessionTable).where(eq(sessionTable.id, left.ownSessionId))
}

/**
 * Goes back to the administrator's own session where something is asked for after acting as somebody has ended.
 * @returns where to send the browser; null when nothing has ended
 */
export async function leaveEndedImpersonation(context: BrowserContext): Promise<string | null> {
  const left = await finishEndedImpersonation(context, true)
  return left && (left.personId === null ? '/manager/users' : `/manager/users/${left.personId}`)
}

/** Signs an administrator out for whom acting as somebody has ended and who has not come back yet. */
export async function signOutAfterImpersonation(context: BrowserContext): Promise<void> {
  const left = await finishEndedImpersonation(context, false)
  if (left?.ownSessionId) await context.db.delete(sessionTable).where(eq(sessionTable.id, left.ownSessionId))
}

async function finishEndedImpersonation(context: BrowserContext, isReturning: boolean) {
  const { request } = context
  const { headers } = request
  const found = mayKeepOwnSession(headers.get('cookie') ?? '')
    ? await auth().api.findEndedImpersonation({ headers })
    : null
  if (!found) return null
  const { administratorId, ended } = found
  const actor = await findAdministrator(administratorId)
  if (actor && ended) await endImpersonation({ ...context, actor }, ended)
  const left = await leaveImpersonation(request, administratorId, isReturning)
  return { personId: ended?.person.id ?? null, ownSessionId: left?.ownSessionId }
}

async function endImpersonation(
  context: ServiceContext,
  { sessionId, person }: { sessionId: string; person: ActorRef },
): Promise<void> {
  await inTransaction(context, [], async (context) => {
    const ended = await context.db
      .delete(sessionTable)
      .where(eq(sessionTable.id, sessionId))
      .returning({ id: sessionTable.id })
    // Another tab may have been faster; it happened once.
    if (ended.length > 0) await recordAudit(context, { action: 'impersonation-stopped', subject: person })
  })
}

async function leaveImpersonation(request: RequestContext, administratorId: string, isReturning: boolean) {
  const { headers, response } = await auth().api.leaveImpersonation({
    headers: request.headers,
    body: { administratorId, isReturning },
    returnHeaders: true,
  })
  request.setCookies.push(...headers.getSetCookie())
  return response
}
