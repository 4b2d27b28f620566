import { and, eq, sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { session as sessionTable, user as userTable } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { isBanned } from '#db/bans.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { currentRequest, oncePerRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import { nameOf } from '#lib/names.ts'
import { auth, failureOfAuth } from './auth.server.ts'
import { findPerson } from '#person/find-person.server.ts'
import type { ActorRef, GuestContext, ServiceContext } from '#service/service-context.server.ts'
import { can, permissionsOf, type Permission, type Role } from './permissions.ts'
import { lookUpSession } from './session-lookup.server.ts'

/** The person who is signed in, as far as the browser may know. */
export interface Viewer {
  id: string
  email: string
  name: string
  role: Role
  permissions: Permission[]
  /** How long an administrator may go on acting as this person; null when they are themselves. */
  impersonationSecondsLeft: number | null
}

/** A session as the server knows it. The token is not in it. */
export interface Session {
  id: string
  createdAt: Date
  expiresAt: Date
  /** The administrator who acts as the person. */
  impersonatedBy: ActorRef | null
  viewer: Viewer
}

const found = requestKey<Promise<Session | null>>('session')

/** The session of the request under way, read at most once, and not at all without a cookie. */
export function findSession(): Promise<Session | null> {
  return oncePerRequest(found, readSession)
}

/** The session of the request under way. @throws {AppError} UNAUTHORIZED */
export async function requireSession(): Promise<Session> {
  const own = await findSession()
  if (!own) throw new AppError('UNAUTHORIZED')
  return own
}

/** Ends the session of the request under way, or fails: better-auth's sign-out says it is done even when it is not. */
export async function endOwnSession(): Promise<void> {
  const own = await findSession()
  if (own) await database().delete(sessionTable).where(eq(sessionTable.id, own.id))
}

/** The context of rules that nobody has to be signed in for, with the request under way. */
export interface BrowserContext extends GuestContext {
  /** For codes and cookies, which belong to the browser. */
  request: RequestContext
}

/** The context of rules about the person who is signed in, with their session. */
export interface SessionContext extends ServiceContext, BrowserContext {
  session: Session
}

/** The context of rules for the request under way, whoever makes it. */
export function guestContext(): BrowserContext {
  const request = currentRequest()
  return { db: database(), ipAddress: request.address, language: request.language, request }
}

/** The context of rules for the request under way, in this session; history names an administrator who acts as the person. */
export function contextOf(session: Session): SessionContext {
  return { ...guestContext(), session, actor: session.impersonatedBy ?? personOf(session) }
}

/**
 * The context of rules for the request under way.
 * @param permission what the role has to have, for what is not everybody's own
 * @throws {AppError} UNAUTHORIZED, FORBIDDEN
 */
export async function requireContext(permission?: Permission): Promise<SessionContext> {
  const session = await requireSession()
  if (permission && !can(session.viewer.role, permission)) throw new AppError('FORBIDDEN')
  return contextOf(session)
}

/** The person of a session, as history names them. */
export function personOf({ viewer }: Session): ActorRef {
  return { id: viewer.id, name: nameOf(viewer) }
}

/** An administrator who may act; null when they are none any more, or banned. */
export async function findAdministrator(id: string): Promise<ActorRef | null> {
  const found = await findPerson(database(), id)
  return found?.role === 'admin' && !isBanned(found) ? { id, name: nameOf(found) } : null
}

async function readSession(): Promise<Session | null> {
  const request = currentRequest()
  const cookies = request.headers.get('cookie')
  if (!cookies?.includes('latchkey.session_token=')) return null
  const response = (await lookUpSession(cookies)) ?? (await askForSession(request))
  // A ban ends all sessions; should one have been made at the same moment, it opens nothing.
  if (!response || isBanned(response.user)) return null
  const { session: own, user } = response
  const role: Role = user.role === 'admin' ? 'admin' : 'user'
  // One more look-up, only while somebody acts as another: who lost the right to, or may no longer be acted as, is out at once.
  const impersonatedBy = own.impersonatedBy ? await findAdministrator(own.impersonatedBy) : null
  if (own.impersonatedBy && (!impersonatedBy || role === 'admin')) return null
  touchLastSeen(own, request.language)
  return {
    id: own.id,
    createdAt: own.createdAt,
    expiresAt: own.expiresAt,
    impersonatedBy,
    viewer: {
      id: user.id,
      email: user.email,
      name: user.name,
      role,
      permissions: permissionsOf(role),
      impersonationSecondsLeft: impersonatedBy && Math.ceil((own.expiresAt.getTime() - Date.now()) / 1_000),
    },
  }
}

/** @throws what made it fail: the library says of every failure that it is one of its own */
async function askForSession({ headers, store, setCookies }: RequestContext) {
  try {
    const asked = await auth().api.getSession({ headers, returnHeaders: true })
    setCookies.push(...asked.headers.getSetCookie())
    return asked.response
  } catch (error) {
    throw store.get(failureOfAuth) ?? error
  }
}

/** `lastSeenAt` is written at most so often. */
const LAST_SEEN_STEP_MS = 5 * 60_000

/** Not waited for: nobody's page shall be slower for it, and a lost note is made up for by the next request. */
function touchLastSeen(seen: SeenSession, language: string): void {
  if (seen.lastSeenAt && Date.now() - seen.lastSeenAt.getTime() < LAST_SEEN_STEP_MS) return
  writeLastSeen(seen, language).catch((error: unknown) =>
    log.warn({ event: 'session.last_seen_not_noted', name: error instanceof Error ? error.name : 'unknown' }),
  )
}

interface SeenSession {
  id: string
  userId: string
  lastSeenAt?: Date | null
  impersonatedBy?: string | null
}

async function writeLastSeen({ id, userId, impersonatedBy }: SeenSession, language: string): Promise<void> {
  const db = database()
  await db
    .update(sessionTable)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessionTable.id, id))
  // A demo keeps nothing about its visitors, and an administrator's language is not that of whom they act as.
  if (environment().demoMode || impersonatedBy) return
  await db
    .update(userTable)
    .set({ language })
    .where(and(eq(userTable.id, userId), sql`${userTable.language} is distinct from ${language}`))
}
