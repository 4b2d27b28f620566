import { APIError } from 'better-auth/api'
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { session as sessionTable, user } from '#db/schema.ts'
import { isInvitedByAdministrator } from '#db/invited.ts'
import { isReadOnly } from '#db/sandbox.ts'
import { environment } from '#env/environment.server.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { deviceOf } from '#lib/device-name.server.ts'
import { nameOf } from '#lib/names.ts'
import { nameField } from '#person/person-fields.ts'
import { isKnownBrowser, rememberBrowser } from '#one-time-code/code-limits.server.ts'
import { requesterOf, setBrowserCookie } from '#one-time-code/code-requester.server.ts'
import { getPerson, type Person } from '#person/find-person.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { databaseForHooks } from './auth-database.server.ts'
import { isFirstAdministrator } from './first-administrator.server.ts'
import { recordAcceptance } from './invitations.server.ts'
import { tellSignedUp } from './moments.server.ts'
import { endedOwnSessionCookie, mayKeepOwnSession, sessionTokenIn } from './session-cookie.server.ts'

/** The path of better-auth's call that takes a code, below its base path. */
export const SIGN_IN_BY_CODE = '/sign-in/email-otp'

interface NewUser {
  email: string
  emailVerified?: boolean
  name?: string
  image?: string | null
}

/**
 * Decides about somebody who signs up: refused while sign-up is closed, and with an address that nobody has verified; an
 * administrator when the settings say so.
 */
export async function beforeSignUp<User extends NewUser>(newUser: User, ctx: { path?: string } | null) {
  // Administrators create people too, on other paths.
  if (!isSignUp(ctx?.path)) return { data: newUser }
  const isOpen = environment().signUpEnabled || (await isInvitedByAdministrator(databaseForHooks(), newUser.email))
  if (!isOpen) throw new APIError('FORBIDDEN', { code: 'SIGNUP_DISABLED' })
  if (newUser.emailVerified !== true) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
  const isAdmin = await isFirstAdministrator(databaseForHooks(), newUser.email.toLowerCase())
  // What a provider says they are called has to be a name here too; else they are asked for one. Its picture is not shown.
  const person = { ...newUser, name: nameField.safeParse(newUser.name).data ?? '', image: null }
  return { data: isAdmin ? { ...person, role: 'admin' } : person }
}

/** Tells features of somebody who signed up: what administrators do is told by the history, which has no entry of this. */
export async function announceSignUp(made: { id: string }, ctx: { path?: string } | null): Promise<void> {
  if (isSignUp(ctx?.path)) await tellSignedUp(databaseForHooks(), made.id)
}

interface NewSession {
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
}

/**
 * Changes a session before it is kept. Its times become the database's clock's: the library takes them from this node's. In
 * demo mode it loses where it came from: visitors share accounts there, and would see each other's addresses.
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
 * Keeps a sign-in in the person's history, and tells them by mail of one from a browser that they have not used before. An
 * administrator who acts as them has signed in as nobody, which is told there itself.
 */
export async function recordSignIn(session: { id: string; userId: string; impersonatedBy?: unknown }): Promise<void> {
  if (session.impersonatedBy) return
  await databaseForHooks().transaction(async (transaction) => {
    await endPresentedSession(transaction, session.id)
    const { address, language } = currentRequest()
    // Not locked: the new session holds the row already, as those of others who sign in at this moment do.
    const person = await getPerson(transaction, session.userId)
    await greetBrowser(transaction, person)
    // The demo that all share keeps nothing about its visitors, and none of them ends the session of another.
    if (isReadOnly()) return
    await endOldestSessions(transaction, session.userId)
    await transaction
      .update(user)
      .set({ lastSignInAt: sql`now()`, language: person.chosenLanguage ?? language })
      .where(eq(user.id, person.id))
    await recordAcceptance(transaction, person, address)
    await recordAudit(
      { db: transaction, actor: { id: person.id, name: nameOf(person) }, ipAddress: address },
      { action: 'signed-in' },
    )
  })
}

/**
 * The session that this browser had until now would go on without it. Nor shall the browser keep the session of an
 * administrator who acted as somebody in it: whoever signs in now would get that when their own ends.
 */
async function endPresentedSession(transaction: Database, newId: string): Promise<void> {
  const { headers, setCookies } = currentRequest()
  const cookies = headers.get('cookie') ?? ''
  if (mayKeepOwnSession(cookies)) setCookies.push(endedOwnSessionCookie())
  const token = sessionTokenIn(cookies)
  if (token !== undefined)
    await transaction.delete(sessionTable).where(and(eq(sessionTable.token, token), ne(sessionTable.id, newId)))
}

/** Ends the sessions of a person that are more than they may have, those seen the longest ago. */
async function endOldestSessions(transaction: Database, personId: string): Promise<void> {
  const beyond = transaction
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, personId), isNull(sessionTable.impersonatedBy)))
    .orderBy(desc(sessionTable.lastSeenAt), desc(sessionTable.id))
    .offset(appConfig.session.mostPerPerson)
  await transaction.delete(sessionTable).where(inArray(sessionTable.id, beyond))
}

/** Knows this browser from now on, and tells the person of it unless they are here for the first time. */
async function greetBrowser(transaction: Database, person: Person): Promise<void> {
  const request = currentRequest()
  const { id: personId, email, language, lastSignInAt } = person
  // Who comes through a provider has asked for no code, and may have no identity yet.
  const isNamed = request.browserId !== undefined
  const requester = requesterOf(request, email)
  if (lastSignInAt !== null && !(await isKnownBrowser(transaction, requester))) {
    const { browser, system } = deviceOf(request.headers.get('user-agent'))
    await enqueueNotice(transaction, {
      kind: 'new-device',
      email,
      language,
      personId,
      values: { device: { browser, system } },
    })
  }
  await rememberBrowser(transaction, requester)
  if (!isNamed) setBrowserCookie(request)
}

function isSignUp(path: string | undefined): boolean {
  return path === SIGN_IN_BY_CODE || path?.startsWith('/callback/') === true
}
