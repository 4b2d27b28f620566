import { and, eq } from 'drizzle-orm'
import { member, organization } from '#db/schema.ts'
import { ownerScopeForAdministrator, type RowScope } from '#db/scope.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import {
  contextOf,
  permissionError,
  requireContext,
  requireSession,
  type SessionContext,
} from './current-session.server.ts'
import { can, canInOrganization, type Permission } from './permissions.ts'

/**
 * Returns the context of services for owned rows, with the owner as `scope`: the active organization and the role in it, or
 * shared data if none is active. By their IDs, shared rows and rows of the user's other organizations can be read, too. In the
 * administrators' area, the input selects the owner, and rows of any owner can be reached by their IDs.
 * @param asked the input of the call, not validated
 * @throws {AppError} UNAUTHORIZED without a session; FORBIDDEN or SECOND_FACTOR_REQUIRED without the permission; INVALID_INPUT
 * for an invalid ID of an organization; ORGANIZATION_SWITCHED for a change from a page of another owner
 */
export async function requireScopedContext(permission: Permission, asked: unknown): Promise<SessionContext> {
  const { area, organization: meant } = readRequestedScope(asked)
  if (area === 'manager') {
    await requireContext('apps:manager')
    const context = await requireContext(permission)
    if (meant && !isUuid(meant)) throw new AppError('INVALID_INPUT', { field: 'organization' })
    return { ...context, scope: ownerScopeForAdministrator(meant) }
  }
  const session = await requireSession()
  const { viewer, organization: active } = session
  const reachesAnyById = can(viewer.role, 'apps:manager') && can(viewer.role, permission)
  const isAllowed = active ? canInOrganization(active.role, permission) : can(viewer.role, permission)
  if (!permission.endsWith(':read')) refuseIfOrganizationSwitched(active, meant)
  if (!isAllowed && !reachesAnyById) throw permissionError(viewer, permission)
  return { ...contextOf(session), scope: scopeOfActiveOrganization(active, { reachesAnyById, userId: viewer.id }) }
}

function scopeOfActiveOrganization(
  active: { id: string } | null,
  { reachesAnyById, userId }: { reachesAnyById: boolean; userId: string },
): RowScope {
  const organizationId = active?.id ?? null
  if (reachesAnyById) return { organizationId, reachesAnyById }
  return { organizationId, reachesAnyById, readerId: userId, ...(active && { memberId: userId }) }
}

/**
 * Refuses a change if the member's current role does not allow it (the session's role might be outdated). Locks the
 * organization until the transaction ends, as changes of members do. Must be the first call in the transaction.
 * @throws {AppError} NOT_FOUND for a former member; FORBIDDEN if the role lacks the permission
 */
export async function requireRoleInScope({ db, scope }: ServiceContext, permission: Permission): Promise<void> {
  const { organizationId, memberId } = scope ?? {}
  if (!organizationId || memberId === undefined) return
  await db
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for('key share')
  const [own] = await db
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, memberId)))
  if (!own) throw new AppError('NOT_FOUND')
  if (!canInOrganization(own.role, permission)) throw new AppError('FORBIDDEN')
}

/** Refuses a call from a page of another organization: another tab might have switched the active organization. */
function refuseIfOrganizationSwitched(active: { id: string } | null, meant: string | undefined): void {
  if (meant !== undefined && meant !== (active?.id ?? '')) throw new AppError('ORGANIZATION_SWITCHED')
}

function readRequestedScope(asked: unknown): { area?: string; organization?: string } {
  const given = asked instanceof FormData ? Object.fromEntries(asked) : asked
  const texts = Object.entries(given ?? {}).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as { area?: string; organization?: string }
}
