import { and, eq } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import { actorRefOf, type Session, type SessionContext, type Viewer } from '#auth/current-session.server.ts'
import { canInOrganization, type Permission } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { member, organization } from '#db/schema.ts'
import type { AuditAction } from '#features.ts'
import { AppError, type ErrorCode } from '#lib/app-error.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { inTransaction, type ActorRef } from '#service/service-context.server.ts'
import { lockUser } from '#user/find-user.server.ts'

/** The context of services that act on an organization for one of its members. */
export interface OrganizationContext extends Pick<
  SessionContext,
  'db' | 'actor' | 'ipAddress' | 'language' | 'requireRecentAuthentication'
> {
  session: Pick<Session, 'id' | 'impersonatedBy' | 'organization'> & { viewer: Pick<Viewer, 'id' | 'name' | 'email'> }
}

/** An organization, and the signed-in user's role in it. */
export interface OwnMembership {
  id: string
  name: string
  role: OrganizationRole
}

/** The error code for each permission in an organization that a caller can lack. */
const REFUSAL_CODES: Partial<Record<Permission, ErrorCode>> = {
  'organization:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  'organization:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  'member:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  'member:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  'invitation:create': 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  'invitation:cancel': 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
}

/** Returns an organization and the caller's role in it. @throws {AppError} NOT_FOUND for non-members */
export async function requireMembership({ db, session }: OrganizationContext, id: string): Promise<OwnMembership> {
  const [found] = await db
    .select({ id: organization.id, name: organization.name, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, id), eq(member.userId, session.viewer.id)))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/**
 * Changes an organization with its row locked, so that membership changes run one after the other. Impersonating
 * administrators are refused, because they must not decide for the user.
 * @throws {AppError} NOT_FOUND for a caller who is not a member, the code for a missing permission, NOT_WHILE_IMPERSONATING
 */
export function changeOrganization<Context extends OrganizationContext, T>(
  context: Context,
  { id, permission }: { id: string; permission?: Permission },
  change: (context: Context, own: OwnMembership) => Promise<T>,
): Promise<T> {
  refuseImpersonator(context)
  return inTransaction(context, [], async (context) => {
    await lockOrganization(context.db, id)
    const own = await requireMembership(context, id)
    if (permission && !canInOrganization(own.role, permission))
      throw new AppError(REFUSAL_CODES[permission] ?? 'FORBIDDEN')
    return change(context, own)
  })
}

/** Changes the user's own memberships. To avoid deadlocks, locks the user before any organization, like deletions do. */
export function changeOwnMemberships<Context extends OrganizationContext, T>(
  context: Context,
  change: (context: Context) => Promise<T>,
): Promise<T> {
  refuseImpersonator(context)
  return inTransaction(context, [], async (context) => {
    await lockUser(context.db, context.session.viewer.id)
    return change(context)
  })
}

/** Locks an organization until the transaction ends. @throws {AppError} NOT_FOUND */
export async function lockOrganization(db: Database, id: string): Promise<{ name: string }> {
  const [found] = await db
    .select({ name: organization.name })
    .from(organization)
    .where(eq(organization.id, id))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

interface OrganizationEvent {
  /** The organization's id. */
  id: string
  action: AuditAction
  /** The affected member; the caller by default. */
  subject?: ActorRef
  before?: { organization?: string; memberRole?: OrganizationRole }
  after?: { organization?: string; memberRole?: OrganizationRole; email?: string }
}

/** Records an action in an organization, in its history and in that of the affected user. */
export function recordInOrganization(
  context: OrganizationContext,
  { id, subject = actorRefOf(context.session), before = {}, after = {}, action }: OrganizationEvent,
): Promise<void> {
  return recordAudit(context, { action, subject, before, after, ownerId: id })
}

function refuseImpersonator({ session }: OrganizationContext): void {
  if (session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
}
