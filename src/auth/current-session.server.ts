import { and, eq, sql } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { now, session as sessionTable, user as userTable } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { isBanned } from '#db/bans.ts'
import { isDemoReadOnly } from '#db/sandbox.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { currentRequest, oncePerRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import { displayNameOf } from '#lib/names.ts'
import { findUserRecord } from '#user/find-user.server.ts'
import type { ActorRef, AdministratorContext, GuestContext, ServiceContext } from '#service/service-context.server.ts'
import { requireRecentAuthentication } from './recent-authentication.server.ts'
import { synchronizePreferences } from './preferences.server.ts'
import { can, permissionsInOrganizationOf, permissionsOf, type Permission, type Role } from './permissions.ts'
import { lookUpSession, type FoundSession, type UserOrganization } from './session-lookup.server.ts'

/** The data about the signed-in user that the browser receives. */
export interface Viewer {
  id: string
  email: string
  name: string
  role: Role
  permissions: Permission[]
  /** Seconds until the impersonation of this user ends; null without impersonation. */
  impersonationSecondsLeft: number | null
  /** Whether an administrator must use a passkey first. Until then, `role` is that of a user. */
  needsSecondFactor: boolean
  /** Whether an administrator must use passkeys but has no recovery codes. */
  lacksRecoveryCodes: boolean
  /** Whether the user has not entered their name yet, or not confirmed the name of their invitation. */
  needsOnboarding: boolean
  /** Whether pages offer to add a passkey: the user has just signed in, has no passkey and has not declined the offer. */
  isOfferedPasskey: boolean
  /** The active organization; null for shared data. */
  organization?: UserOrganization | null
  /** The user's organizations. For a user without any, this and the related fields are absent, to keep every page small. */
  organizations?: UserOrganization[]
  /** Figures of features about the user; absent without any, to keep every page small. */
  figures?: Record<string, number>
  /** Permissions in the active organization; empty if none is active. */
  permissionsInOrganization?: Permission[]
}

/** A session on the server, without its token. */
export interface Session {
  id: string
  createdAt: Date
  expiresAt: Date
  /** Time at which a passkey or recovery code was last used. */
  secondFactorAt: Date | null
  /** The administrator who impersonates the user. */
  impersonatedBy: ActorRef | null
  /** The active organization; null if none is active, so that pages show shared data. */
  organization: UserOrganization | null
  /** All organizations of the user, by name. */
  organizations: UserOrganization[]
  viewer: Viewer
}

/** The request store's key of the current session, which is set when first used. */
export const sessionOfRequestKey = requestKey<Promise<Session | null>>('session')

/** Returns the session of the current request. Looks it up only once, and not at all if there is no session cookie. */
export function findSession(): Promise<Session | null> {
  return oncePerRequest(sessionOfRequestKey, readSession)
}

/** Returns the session of the current request. @throws {AppError} UNAUTHORIZED without one */
export async function requireSession(): Promise<Session> {
  const own = await findSession()
  if (!own) throw new AppError('UNAUTHORIZED')
  return own
}

/** Ends the session of the current request or fails; better-auth's sign-out reports success even if it failed. */
export async function endCurrentSession(): Promise<void> {
  const own = await findSession()
  if (own) await database().delete(sessionTable).where(eq(sessionTable.id, own.id))
}

/** The context of services that need no sign-in, with the current request. */
export interface BrowserContext extends GuestContext {
  /** The current request; codes and cookies depend on its browser. */
  request: RequestContext
}

/** The context of services for a signed-in user, with their session. */
export interface SessionContext extends AdministratorContext, BrowserContext {
  session: Session
}

/** The context of services for data of the signed-in user, with the details of the user that the service needs. */
export interface ViewerContext<Details extends keyof Viewer = 'id'> extends ServiceContext {
  session: { viewer: Pick<Viewer, Details> }
}

/** The session of an API call: that of the key's owner, who is an administrator, without an active organization. */
export interface KeySession {
  /** The ID of the API key. The number of concurrent searches is limited for each ID. */
  id: string
  impersonatedBy: null
  organization: null
  /** The email is empty, so that a key cannot answer the invitations of its owner. */
  viewer: ActorRef & { email: ''; role: 'admin' }
}

/** Returns the session of an API call by a key. */
export function sessionOfKey(keyId: string, { id, name }: ActorRef): KeySession {
  return { id: keyId, impersonatedBy: null, organization: null, viewer: { id, name, email: '', role: 'admin' } }
}

/** Returns the context of the current request, signed in or not. */
export function currentBrowserContext(): BrowserContext {
  const request = currentRequest()
  return { db: database(), ipAddress: request.address, language: request.language, request }
}

/** Returns the context of the current request with this session. During an impersonation, the administrator is the actor. */
export function contextOf(session: Session): SessionContext {
  return {
    ...currentBrowserContext(),
    session,
    actor: session.impersonatedBy ?? actorRefOf(session),
    requireRecentAuthentication: () => requireRecentAuthentication(database(), session.id),
  }
}

/**
 * Returns the context of the current request.
 * @param permission the permission that the role needs, for actions that not every user can do
 * @throws {AppError} UNAUTHORIZED without a session; FORBIDDEN or SECOND_FACTOR_REQUIRED without the permission
 */
export async function requireContext(permission?: Permission): Promise<SessionContext> {
  const session = await requireSession()
  if (permission && !can(session.viewer.role, permission)) throw permissionError(session.viewer, permission)
  return contextOf(session)
}

/** Returns the error for a missing permission: SECOND_FACTOR_REQUIRED if a second factor would grant it, else FORBIDDEN. */
export function permissionError({ needsSecondFactor }: Viewer, permission: Permission): AppError {
  return new AppError(needsSecondFactor && can('admin', permission) ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN')
}

/** Returns the user of a session as audit entries name them. */
export function actorRefOf({ viewer }: { viewer: Pick<Viewer, 'id' | 'name' | 'email'> }): ActorRef {
  return { id: viewer.id, name: displayNameOf(viewer) }
}

/** Returns an administrator who can act; null if they are banned or no longer an administrator. */
export async function findAdministrator(id: string): Promise<ActorRef | null> {
  const found = await findUserRecord(database(), id)
  return found?.role === 'admin' && !isBanned(found) ? { id, name: displayNameOf(found) } : null
}

async function readSession(): Promise<Session | null> {
  const request = currentRequest()
  const found = await lookUpSession(request)
  // A ban ends all sessions; also refuse a session that was created while the ban was being saved.
  if (!found || isBanned(found.user)) return null
  const { session: own, user, organizations, figures } = found
  const role: Role = user.role === 'admin' ? 'admin' : 'user'
  // Queries only during an impersonation. The session is invalid once the administrator can no longer impersonate.
  const impersonatedBy = await findImpersonator(own, role)
  if (own.impersonatedBy && !impersonatedBy) return null
  if (!impersonatedBy) await synchronizePreferences(database(), request, user)
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
      ...organizationsForPages(inOrganizations),
      ...(Object.keys(figures).length > 0 && { figures }),
      ...rightsOf(role, isSecondFactorMissing(own)),
      impersonationSecondsLeft: impersonatedBy && Math.ceil((own.expiresAt.getTime() - Date.now()) / 1_000),
      ...remindersOf(found, impersonatedBy !== null),
    },
  }
}

/** Returns the tasks and offers for a user after sign-in; most do not apply while an administrator impersonates the user. */
function remindersOf({ user, isNameToConfirm, isOfferedPasskey, hasRecoveryCodes }: FoundSession, isActing: boolean) {
  const { adminSecondFactor, demoMode } = environment()
  return {
    needsOnboarding: user.name === '' || (!isActing && isNameToConfirm),
    isOfferedPasskey: !isActing && isOfferedPasskey && !demoMode,
    lacksRecoveryCodes: adminSecondFactor === 'passkey' && !hasRecoveryCodes,
  }
}

/** Returns a user's organizations for pages; undefined for users without any, like most. */
function organizationsForPages(own: Pick<Session, 'organization' | 'organizations'>) {
  if (own.organizations.length === 0) return undefined
  return {
    ...own,
    permissionsInOrganization: own.organization ? permissionsInOrganizationOf(own.organization.role) : [],
  }
}

/** Whether an administrator still has to use a passkey in this session. */
function isSecondFactorMissing({ secondFactorAt }: { secondFactorAt: Date | null }): boolean {
  return environment().adminSecondFactor === 'passkey' && !secondFactorAt
}

/** Returns the impersonating administrator; null if they are no longer allowed to impersonate this user. */
async function findImpersonator(
  { impersonatedBy, secondFactorAt }: { impersonatedBy: string | null; secondFactorAt: Date | null },
  role: Role,
): Promise<ActorRef | null> {
  if (!impersonatedBy || role === 'admin' || isSecondFactorMissing({ secondFactorAt })) return null
  return findAdministrator(impersonatedBy)
}

/** Returns the effective role and permissions. Administrators without their second factor have a user's permissions. */
function rightsOf(role: Role, lacksSecondFactor: boolean) {
  const needsSecondFactor = role === 'admin' && lacksSecondFactor
  const effective: Role = needsSecondFactor ? 'user' : role
  return { role: effective, permissions: permissionsOf(effective), needsSecondFactor }
}

/** Minimum interval between updates of `lastSeenAt`. */
const MIN_LAST_SEEN_INTERVAL_MS = 5 * 60_000

/** Saves `lastSeenAt` without awaiting it, so that it slows down no page; the next request retries a failed update. */
function touchLastSeen(seen: SeenSession, language: string): void {
  if (Date.now() - seen.lastSeenAt.getTime() < MIN_LAST_SEEN_INTERVAL_MS) return
  writeLastSeen(seen, language).catch((error: unknown) =>
    log.warn(
      { event: 'session.touch_failed', name: nameOfError(error) },
      'could not save when the session was last used; the next request retries',
    ),
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
  await db.update(sessionTable).set({ lastSeenAt: now }).where(eq(sessionTable.id, id))
  // Do not save the language of a visitor of the demo, or of an administrator who impersonates the user.
  if (isDemoReadOnly() || impersonatedBy) return
  await db
    .update(userTable)
    .set({ language })
    .where(and(eq(userTable.id, userId), sql`${userTable.language} is distinct from ${language}`))
}
