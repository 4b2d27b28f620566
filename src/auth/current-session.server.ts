import { and, eq, sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { session as sessionTable, user as userTable } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { isBanned } from '#db/bans.ts'
import { isReadOnly } from '#db/sandbox.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { currentRequest, oncePerRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import { nameOf } from '#lib/names.ts'
import { findPerson } from '#person/find-person.server.ts'
import type { ActorRef, AdministratorContext, GuestContext } from '#service/service-context.server.ts'
import { requireFreshSession } from './freshness.server.ts'
import { followPreferences } from './preferences.server.ts'
import { can, permissionsIn, permissionsOf, type Permission, type Role } from './permissions.ts'
import { lookUpSession, type FoundSession, type OwnOrganization } from './session-lookup.server.ts'

/** The person who is signed in, as far as the browser may know. */
export interface Viewer {
  id: string
  email: string
  name: string
  role: Role
  permissions: Permission[]
  /** How long an administrator may go on acting as this person; null when they are themselves. */
  impersonationSecondsLeft: number | null
  /** An administrator who has to show a passkey first. Until then they have the role of a user. */
  needsSecondFactor: boolean
  /** An administrator who has to show passkeys, and would have no way in without them. */
  lacksRecoveryCodes: boolean
  /** Has not said their name yet, or not confirmed the one that they were invited by. */
  needsOnboarding: boolean
  /** Has just signed in and has no passkey. */
  isOfferedPasskey: boolean
  /** The one that pages are about; null for what is everybody's. */
  organization?: OwnOrganization | null
  /** Those that they can switch to; absent, with the others about them, for who is in none: it is in every page. */
  organizations?: OwnOrganization[]
  /** What they may do in the active organization; nothing where none is. */
  permissionsInOrganization?: Permission[]
}

/** A session as the server knows it. The token is not in it. */
export interface Session {
  id: string
  createdAt: Date
  expiresAt: Date
  /** When a passkey or a recovery code showed that it is this person. */
  secondFactorAt: Date | null
  /** The administrator who acts as the person. */
  impersonatedBy: ActorRef | null
  /** Null where they are active in none: pages are then about what is everybody's. */
  organization: OwnOrganization | null
  /** All that the person is a member of, by name. */
  organizations: OwnOrganization[]
  viewer: Viewer
}

/** The key of the session of the request under way, once somebody has asked for it. */
export const sessionOfRequest = requestKey<Promise<Session | null>>('session')

/** The session of the request under way, read at most once, and not at all without a cookie. */
export function findSession(): Promise<Session | null> {
  return oncePerRequest(sessionOfRequest, readSession)
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
export interface SessionContext extends AdministratorContext, BrowserContext {
  session: Session
}

/** The context of rules for the request under way, whoever makes it. */
export function guestContext(): BrowserContext {
  const request = currentRequest()
  return { db: database(), ipAddress: request.address, language: request.language, request }
}

/** The context of rules for the request under way, in this session; history names an administrator who acts as the person. */
export function contextOf(session: Session): SessionContext {
  return {
    ...guestContext(),
    session,
    actor: session.impersonatedBy ?? personOf(session),
    requireFreshSignIn: () => requireFreshSession(database(), session.id),
  }
}

/**
 * The context of rules for the request under way.
 * @param permission what the role has to have, for what is not everybody's own
 * @throws {AppError} UNAUTHORIZED, FORBIDDEN
 */
export async function requireContext(permission?: Permission): Promise<SessionContext> {
  const session = await requireSession()
  if (permission && !can(session.viewer.role, permission)) throw refusal(session.viewer, permission)
  return contextOf(session)
}

/** The refusal of who lacks a permission: an administrator may have it once they have shown a passkey. */
export function refusal({ needsSecondFactor }: Viewer, permission: Permission): AppError {
  return new AppError(needsSecondFactor && can('admin', permission) ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN')
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
  const found = await lookUpSession(request)
  // A ban ends all sessions; should one have been made at the same moment, it opens nothing.
  if (!found || isBanned(found.user)) return null
  const { session: own, user, organizations } = found
  const role: Role = user.role === 'admin' ? 'admin' : 'user'
  // One more look-up, only while somebody acts as another: who lost the right to, or may no longer be acted as, is out at once.
  const impersonatedBy = await findImpersonator(own, role)
  if (own.impersonatedBy && !impersonatedBy) return null
  if (!impersonatedBy) await followPreferences(database(), request, user)
  touchLastSeen(own, request.language)
  const inOrganizations = {
    organization: organizations.find(({ id }) => id === own.activeOrganizationId) ?? null,
    organizations,
  }
  return {
    id: own.id,
    createdAt: own.createdAt,
    expiresAt: own.expiresAt,
    secondFactorAt: own.secondFactorAt,
    impersonatedBy,
    ...inOrganizations,
    viewer: {
      id: user.id,
      email: user.email,
      name: user.name,
      ...shownOf(inOrganizations),
      ...rightsOf(role, isWithoutSecondFactor(own)),
      impersonationSecondsLeft: impersonatedBy && Math.ceil((own.expiresAt.getTime() - Date.now()) / 1_000),
      ...remindersOf(found, impersonatedBy !== null),
    },
  }
}

/** What a person has to do, or is offered, after they signed in; an administrator who acts as them has no part in most of it. */
function remindersOf({ user, isNameToConfirm, isOfferedPasskey, hasRecoveryCodes }: FoundSession, isActing: boolean) {
  const { adminSecondFactor, demoMode } = environment()
  return {
    needsOnboarding: user.name === '' || (!isActing && isNameToConfirm),
    isOfferedPasskey: !isActing && isOfferedPasskey && !demoMode,
    lacksRecoveryCodes: adminSecondFactor === 'passkey' && !hasRecoveryCodes,
  }
}

/** What pages are told of a person's organizations: nothing about who is in none, as most are. */
function shownOf(own: Pick<Session, 'organization' | 'organizations'>) {
  if (own.organizations.length === 0) return undefined
  return { ...own, permissionsInOrganization: own.organization ? permissionsIn(own.organization.role) : [] }
}

/** Whether an administrator would still have to show a passkey in this session. */
function isWithoutSecondFactor({ secondFactorAt }: { secondFactorAt: Date | null }): boolean {
  return environment().adminSecondFactor === 'passkey' && !secondFactorAt
}

/** Who acts as somebody: an administrator, unless they lost the right to, or may not act as this person any more. */
async function findImpersonator(
  { impersonatedBy, secondFactorAt }: { impersonatedBy: string | null; secondFactorAt: Date | null },
  role: Role,
): Promise<ActorRef | null> {
  if (!impersonatedBy || role === 'admin' || isWithoutSecondFactor({ secondFactorAt })) return null
  return findAdministrator(impersonatedBy)
}

/** Whoever asks for a permission, here or in a feature, asks for that of this role: a user's, until the second factor is given. */
function rightsOf(role: Role, lacksSecondFactor: boolean) {
  const needsSecondFactor = role === 'admin' && lacksSecondFactor
  const effective: Role = needsSecondFactor ? 'user' : role
  return { role: effective, permissions: permissionsOf(effective), needsSecondFactor }
}

/** `lastSeenAt` is written at most so often. */
const LAST_SEEN_STEP_MS = 5 * 60_000

/** Not waited for: nobody's page shall be slower for it, and a lost note is made up for by the next request. */
function touchLastSeen(seen: SeenSession, language: string): void {
  if (Date.now() - seen.lastSeenAt.getTime() < LAST_SEEN_STEP_MS) return
  writeLastSeen(seen, language).catch((error: unknown) =>
    log.warn({ event: 'session.last_seen_not_noted', name: error instanceof Error ? error.name : 'unknown' }),
  )
}

interface SeenSession {
  id: string
  userId: string
  lastSeenAt: Date
  impersonatedBy: string | null
}

async function writeLastSeen({ id, userId, impersonatedBy }: SeenSession, language: string): Promise<void> {
  const db = database()
  await db
    .update(sessionTable)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessionTable.id, id))
  // A demo keeps nothing about its visitors, and an administrator's language is not that of whom they act as.
  if (isReadOnly() || impersonatedBy) return
  await db
    .update(userTable)
    .set({ language })
    .where(and(eq(userTable.id, userId), sql`${userTable.language} is distinct from ${language}`))
}
