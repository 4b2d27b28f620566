import { APIError } from 'better-auth/api'
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { now, session as sessionTable, user } from '#db/schema.ts'
import { isInvitedByAdministrator } from '#db/invited.ts'
import { isDemoReadOnly } from '#db/sandbox.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueNotice } from '#queue/queue.server.ts'
import { deviceOf } from '#lib/device-name.server.ts'
import { displayNameOf } from '#lib/names.ts'
import { nameField } from '#user/user-fields.ts'
import { isKnownBrowser, addKnownBrowser } from '#one-time-code/code-limits.server.ts'
import { codeClientOf, setBrowserCookie } from '#one-time-code/code-client.server.ts'
import { getUserRecord, type UserRecord } from '#user/find-user.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { databaseForHooks } from './auth-database.server.ts'
import { becomesAdministrator } from './first-administrator.server.ts'
import { recordInvitationAcceptance } from './account-invitations.server.ts'
import { runSignedUpHooks } from './account-hooks.server.ts'
import {
  administratorCookieDeletionHeader,
  mightHaveAdministratorSession,
  sessionTokenIn,
} from './session-cookie.server.ts'

/** The path of better-auth's endpoint that signs in with a code, below its base path. */
export const SIGN_IN_BY_CODE_PATH = '/sign-in/email-otp'

interface NewUser {
  email: string
  emailVerified?: boolean
  name?: string
  image?: string | null
}

/**
 * Checks a sign-up: refuses it if the address is not verified, or if sign-up is closed and the user is not invited. Grants the
 * administrator role if `becomesAdministrator` allows it.
 */
export async function beforeSignUp<User extends NewUser>(newUser: User, ctx: { path?: string } | null) {
  // Administrators create users on other paths, which these rules do not affect.
  if (!isSignUp(ctx?.path)) return { data: newUser }
  const isOpen = environment().signUpEnabled || (await isInvitedByAdministrator(databaseForHooks(), newUser.email))
  if (!isOpen) throw new APIError('FORBIDDEN', { code: 'SIGNUP_DISABLED' })
  if (newUser.emailVerified !== true) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
  const isAdmin = await becomesAdministrator(databaseForHooks(), newUser.email.toLowerCase())
  // Drop a name from a provider if it is invalid here; the user enters one later. Pictures from providers are not shown.
  const record = { ...newUser, name: nameField.safeParse(newUser.name).data ?? '', image: null }
  return { data: isAdmin ? { ...record, role: 'admin' } : record }
}

/** Notifies features if a user signed up, but not if an administrator created the user. Writes no audit entry. */
export async function notifyFeaturesOfSignUp(made: { id: string }, ctx: { path?: string } | null): Promise<void> {
  if (isSignUp(ctx?.path)) await runSignedUpHooks(databaseForHooks(), made.id)
}

interface NewSession {
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
}

/**
 * Changes a session before it is saved. Its times are set by the database's clock instead of this node's. In demo mode the
 * session has no IP address or device, because visitors share accounts and would see those of other visitors.
 */
export async function prepareSession<Session extends NewSession>(session: Session) {
  const [row] = await databaseForHooks().execute<{ now: string }>(sql`select extract(epoch from now()) * 1000 as now`)
  const aheadMs = Number(row?.now) - Date.now()
  const moved = (time: Date) => new Date(time.getTime() + aheadMs)
  const { createdAt, updatedAt, expiresAt } = session
  return {
    data: {
      ...session,
      ...(environment().demoMode && { ipAddress: null, userAgent: null }),
      createdAt: moved(createdAt),
      updatedAt: moved(updatedAt),
      expiresAt: moved(expiresAt),
    },
  }
}

/**
 * Records a sign-in in the audit history, ends sessions above the maximum number, and notifies the user by mail of a new
 * browser. Does nothing for an impersonation, which is recorded separately.
 */
export async function afterSignIn(session: { id: string; userId: string; impersonatedBy?: unknown }): Promise<void> {
  if (session.impersonatedBy) return
  await databaseForHooks().transaction(async (transaction) => {
    await endPreviousSessionOfBrowser(transaction, session.id)
    const { address, language } = currentRequest()
    // Do not lock the user: this and concurrent sign-ins already share a lock on the row, so waiting could deadlock.
    const record = await getUserRecord(transaction, session.userId)
    await registerKnownBrowser(transaction, record)
    // In the shared demo, store nothing about visitors, and do not let one visitor end the sessions of others.
    if (isDemoReadOnly()) return
    await endOldestSessions(transaction, session.userId)
    await transaction
      .update(user)
      .set({ lastSignInAt: now, language: record.chosenLanguage ?? language })
      .where(eq(user.id, record.id))
    await recordInvitationAcceptance(transaction, record, address)
    await recordAudit(
      { db: transaction, actor: { id: record.id, name: displayNameOf(record) }, ipAddress: address },
      { action: 'signed-in' },
    )
  })
}

/**
 * Ends the browser's previous session, which would otherwise remain valid. If an administrator was impersonating a user, also
 * deletes the cookie of the administrator's own session, because the next sign-out would restore it for the new user.
 */
async function endPreviousSessionOfBrowser(transaction: Database, newId: string): Promise<void> {
  const { headers, setCookies } = currentRequest()
  if (mightHaveAdministratorSession(headers.get('cookie') ?? '')) setCookies.push(administratorCookieDeletionHeader())
  const token = sessionTokenIn(headers)
  if (token !== undefined)
    await transaction.delete(sessionTable).where(and(eq(sessionTable.token, token), ne(sessionTable.id, newId)))
}

/** Ends a user's least recently used sessions above the maximum number. */
async function endOldestSessions(transaction: Database, userId: string): Promise<void> {
  const beyond = transaction
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, userId), isNull(sessionTable.impersonatedBy)))
    .orderBy(desc(sessionTable.lastSeenAt), desc(sessionTable.id))
    .offset(appConfig.session.maxPerUser)
  await transaction.delete(sessionTable).where(inArray(sessionTable.id, beyond))
}

/** Saves this browser as a known browser of the user. If it is new, notifies the user, except at their first sign-in. */
async function registerKnownBrowser(transaction: Database, record: UserRecord): Promise<void> {
  const request = currentRequest()
  const { id: userId, email, language, lastSignInAt } = record
  // A sign-in through an identity provider needs no code, so the browser might have no ID yet.
  const isNamed = request.browserId !== undefined
  const client = codeClientOf(request, email)
  if (lastSignInAt !== null && !(await isKnownBrowser(transaction, client))) {
    const { browser, system } = deviceOf(request.headers.get('user-agent'))
    await enqueueNotice(transaction, {
      kind: 'new-device',
      email,
      language,
      userId,
      values: { device: { browser, system } },
    })
  }
  await addKnownBrowser(transaction, client)
  if (!isNamed) setBrowserCookie(request)
}

function isSignUp(path: string | undefined): boolean {
  return path === SIGN_IN_BY_CODE_PATH || path?.startsWith('/callback/') === true
}
