import { eq } from 'drizzle-orm'
import { isBanned } from '#db/bans.ts'
import { session as sessionTable } from '#db/schema.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { enqueueNotice } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { type RequestContext } from '#request/request-context.server.ts'
import { auth, headersForAuth, convertAuthError } from './auth.server.ts'
import { displayNameOf } from '#lib/names.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import { refuseProtectedUser } from '#user/protected-user.server.ts'
import { inTransaction, type ActorRef, type ServiceContext } from '#service/service-context.server.ts'
import { markSecondFactorGiven } from './second-factor.server.ts'
import { mightHaveAdministratorSession } from './session-cookie.server.ts'
import { findAdministrator, actorRefOf, type BrowserContext, type SessionContext } from './current-session.server.ts'

/**
 * Starts the impersonation of a user in this browser. It ends after `impersonationMinutes` at the latest.
 * @throws {AppError} SESSION_EXPIRED, NOT_FOUND, NOT_ON_YOURSELF, YOU_CANNOT_IMPERSONATE_ADMINS, ADMINISTRATOR_UNTIL_RECENTLY,
 * YOU_CANNOT_IMPERSONATE_BANNED_USERS
 */
export async function startImpersonating(
  context: SessionContext,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { db, actor, request } = context
  await context.requireRecentAuthentication()
  const user = await getUserRecord(db, id)
  if (user.id === actor.id) throw new AppError('NOT_ON_YOURSELF')
  if (user.role === 'admin') throw new AppError('YOU_CANNOT_IMPERSONATE_ADMINS')
  refuseProtectedUser(user)
  if (isBanned(user)) throw new AppError('YOU_CANNOT_IMPERSONATE_BANNED_USERS')
  // Record the impersonation first: the history can then contain a failed attempt, but never misses an impersonation.
  const subject = { id: user.id, name: displayNameOf(user) }
  await inTransaction(context, [], async (context) => {
    await recordAudit(context, { action: 'impersonation-started', subject, reason })
    const { id: userId, email, language } = user
    await enqueueNotice(context.db, { kind: 'impersonation-started', email, language, userId })
  })
  const { headers, response } = await auth()
    .api.impersonateUser({ headers: headersForAuth(request), body: { userId: user.id }, returnHeaders: true })
    .catch((error: unknown) => {
      throw convertAuthError(error)
    })
  // Copy the administrator's second factor to this session, because `findSession` checks it there.
  if (context.session.secondFactorAt) await markSecondFactorGiven(db, eq(sessionTable.token, response.session.token))
  request.setCookies.push(...headers.getSetCookie())
}

/**
 * Ends an impersonation: restores the administrator's own session, or signs out if that has ended.
 * @throws {AppError} INVALID_INPUT if this session is no impersonation
 */
export async function stopImpersonating(context: SessionContext): Promise<void> {
  const { session, actor, request } = context
  if (!session.impersonatedBy) throw new AppError('INVALID_INPUT')
  await endImpersonation(context, { sessionId: session.id, user: actorRefOf(session) })
  await leaveImpersonation(request, actor.id, true)
}

/** Ends the impersonation and signs the administrator out of their own session in this browser. */
export async function signOutImpersonator(context: SessionContext): Promise<void> {
  const { db, session, actor, request } = context
  await endImpersonation(context, { sessionId: session.id, user: actorRefOf(session) })
  const left = await leaveImpersonation(request, actor.id, false)
  if (left) await db.delete(sessionTable).where(eq(sessionTable.id, left.ownSessionId))
}

/**
 * Restores the administrator's own session after an impersonation has ended.
 * @returns the redirect path; null if no impersonation has ended
 */
export async function leaveEndedImpersonation(context: BrowserContext): Promise<string | null> {
  const left = await finishEndedImpersonation(context, true)
  return left && (left.userId === null ? '/manager/users' : `/manager/users/${left.userId}`)
}

/** Signs out an administrator whose impersonation has ended but whose own session is not restored yet. */
export async function signOutAfterImpersonation(context: BrowserContext): Promise<void> {
  const left = await finishEndedImpersonation(context, false)
  if (left?.ownSessionId) await context.db.delete(sessionTable).where(eq(sessionTable.id, left.ownSessionId))
}

async function finishEndedImpersonation(context: BrowserContext, isReturning: boolean) {
  const { request } = context
  const { headers } = request
  const found = mightHaveAdministratorSession(headers.get('cookie') ?? '')
    ? await auth().api.findEndedImpersonation({ headers })
    : null
  if (!found) return null
  const { administratorId, ended } = found
  const actor = await findAdministrator(administratorId)
  if (actor && ended) await endImpersonation({ ...context, actor }, ended)
  const left = await leaveImpersonation(request, administratorId, isReturning)
  return { userId: ended?.user.id ?? null, ownSessionId: left?.ownSessionId }
}

async function endImpersonation(
  context: ServiceContext,
  { sessionId, user }: { sessionId: string; user: ActorRef },
): Promise<void> {
  await inTransaction(context, [], async (context) => {
    const ended = await context.db
      .delete(sessionTable)
      .where(eq(sessionTable.id, sessionId))
      .returning({ id: sessionTable.id })
    // Record the end only once, because another tab might have been faster.
    if (ended.length > 0) await recordAudit(context, { action: 'impersonation-stopped', subject: user })
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
