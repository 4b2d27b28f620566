import { and, eq, exists, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { AuditEntry } from '#audit/audit-entry.ts'
import { listEventsOfOwner } from '#audit/audit.server.ts'
import { canInOrganization, permissionsInOrganizationOf } from '#auth/permissions.ts'
import {
  member,
  now,
  organization,
  organizationInvitation,
  repository,
  session as sessionTable,
  user,
} from '#db/schema.ts'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { consumeDailyChange, takeRoom } from '#db/limits.ts'
import { rowsFor } from '#db/scope.ts'
import { mapDatabaseErrors, foreignKeyViolation } from '#db/violations.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { displayNameOf } from '#lib/names.ts'
import { addInAppNotice } from '#queue/in-app-notices.server.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import {
  changeOrganization,
  changeOwnMemberships,
  recordInOrganization,
  requireMembership,
  type OrganizationContext,
} from './organization-context.server.ts'
import {
  nameConfirmationFields,
  type EnteredOrganization,
  type InvitationToMe,
  type MyOrganizations,
  type OrganizationDetail,
  type OrganizationRow,
} from './organizations.schema.ts'

const { maxPerUser, maxInvitations } = appConfig.organization
const memberCount = sql<number>`(select count(*)::int from ${member} as m where m.organization_id = ${organization.id})`

/** Lists the user's organizations by name, and the pending invitations to them. */
export async function listMyOrganizations(context: OrganizationContext): Promise<MyOrganizations> {
  return {
    organizations: await listOwnOrganizations(context),
    invitations: await listInvitationsTo(context.db, context.session.viewer.email),
  }
}

async function listOwnOrganizations({ db, session }: OrganizationContext): Promise<OrganizationRow[]> {
  const found = await db
    .select({ ...columnsOf(organization, 'id', 'name', 'createdAt'), role: member.role, memberCount })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, session.viewer.id))
    .orderBy(sql`folded(${organization.name})`, organization.id)
  return found.map(withIsoTimes)
}

async function listInvitationsTo(db: Database, email: string): Promise<InvitationToMe[]> {
  const found = await db
    .select({
      ...columnsOf(organizationInvitation, 'id', 'role'),
      organization: organization.name,
      inviter: columnsOf(user, 'name', 'email'),
    })
    .from(organizationInvitation)
    .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
    .leftJoin(user, eq(user.id, organizationInvitation.inviterId))
    .where(
      and(
        eq(organizationInvitation.email, email),
        eq(organizationInvitation.status, 'pending'),
        gt(organizationInvitation.expiresAt, now),
      ),
    )
    .orderBy(organizationInvitation.createdAt, organizationInvitation.id)
    .limit(maxInvitations)
  return found.map(({ inviter, ...row }) => ({ ...row, invitedBy: inviter && displayNameOf(inviter) }))
}

/** The number of open invitations to the email address of a session's user; null for none. */
export const openInvitationsFigure: SQL<number | null> = sql`(
  select nullif(count(*), 0) from organization_invitation as i
  where i.email = "user"."email" and i.status = 'pending' and i.expires_at > now())`

/** Shows a new user in the app the open invitations to their address, which were sent before they had an account. */
export async function announceInvitations(db: Database, userId: string): Promise<void> {
  const { email } = await getUserRecord(db, userId)
  for (const { organization: name } of await listInvitationsTo(db, email))
    await addInvitationNotice(db, { email, name })
}

/** Shows the user with an email address in the app that they are invited to an organization. */
export async function addInvitationNotice(
  db: Database,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await addInAppNotice(db, {
    kind: 'organization-invitation',
    to: eq(user.email, email),
    path: '/app/organizations',
    values: { target: name },
  })
}

/** Returns an organization of the user. @throws {AppError} NOT_FOUND for a caller who is not a member */
export async function getOrganization(
  context: OrganizationContext,
  { id }: { id: string },
): Promise<OrganizationDetail> {
  const own = await requireMembership(context, id)
  const [counted] = await context.db
    .select({
      memberCount: sql<number>`count(*)::int`,
      owners: sql<number>`(count(*) filter (where role = 'owner'))::int`,
    })
    .from(member)
    .where(eq(member.organizationId, id))
  return {
    ...own,
    permissions: permissionsInOrganizationOf(own.role),
    memberCount: counted?.memberCount ?? 0,
    repositoryCount: await context.db.$count(
      repository,
      and(rowsFor(repository, { scope: { organizationId: id } }), isNull(repository.deletedAt)),
    ),
    isOnlyOwner: own.role === 'owner' && counted?.owners === 1,
    invitations: canInOrganization(own.role, 'invitation:create') ? await listPendingInvitations(context.db, id) : [],
  }
}

/** Lists the history of an organization for its owners, latest first. @throws {AppError} NOT_FOUND for non-members; FORBIDDEN */
export async function listOrganizationEvents(
  context: OrganizationContext,
  { id, before }: { id: string; before: number | null },
) {
  const { role } = await requireMembership(context, id)
  if (!canInOrganization(role, 'organization:see-history')) throw new AppError('FORBIDDEN')
  const { rows, nextCursor } = await listEventsOfOwner(context, { id, before })
  return { rows: rows.map(withoutOrganizationName), nextCursor }
}

/** Removes the name of the organization, which its owners know, from an entry of its history, unless the name was changed. */
function withoutOrganizationName(entry: AuditEntry): AuditEntry {
  if (entry.action === 'organization-renamed') return entry
  const unnamed = (values: AuditEntry['before']) => values && { ...values, organization: undefined }
  return { ...entry, before: unnamed(entry.before), after: unnamed(entry.after) }
}

async function listPendingInvitations(db: Database, organizationId: string) {
  const found = await db
    .select({
      ...columnsOf(organizationInvitation, 'id', 'email', 'role', 'mailState', 'expiresAt'),
      isExpired: sql<boolean>`${organizationInvitation.expiresAt} <= now()`,
    })
    .from(organizationInvitation)
    .where(and(eq(organizationInvitation.organizationId, organizationId), eq(organizationInvitation.status, 'pending')))
    .orderBy(organizationInvitation.createdAt, organizationInvitation.id)
    .limit(maxInvitations)
  return found.map(({ mailState, ...row }) => ({ ...withIsoTimes(row), hasFailed: mailState === 'failed' }))
}

/**
 * Creates an organization that the user owns, and switches their session to it, if there is one.
 * @throws {AppError} YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS, TOO_MANY_TODAY, NOT_WHILE_IMPERSONATING
 */
export function createOrganization(
  context: OrganizationContext,
  { name, isEntered = true }: { name: string; isEntered?: boolean },
): Promise<EnteredOrganization> {
  return changeOwnMemberships(context, async (context) => {
    const { db, session } = context
    const { id: holder } = session.viewer
    await requireRoomForOrganization(db, holder)
    await takeRoom(context, 'organization', {
      holder,
      count: () => db.$count(member, and(eq(member.userId, holder), eq(member.role, 'owner'))),
      refusal: new AppError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'),
    })
    const [made] = await db.insert(organization).values({ name }).returning({ id: organization.id })
    if (!made) throw new Error('the organization was not inserted')
    await db.insert(member).values({ organizationId: made.id, userId: session.viewer.id, role: 'owner' })
    await recordInOrganization(context, { id: made.id, action: 'organization-created', after: { organization: name } })
    return isEntered ? enterOrganization(context, made) : { id: made.id, from: 'shared' }
  })
}

/** Throws if the user is in too many organizations. @throws {AppError} YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS */
export async function requireRoomForOrganization(db: Database, userId: string): Promise<void> {
  if ((await db.$count(member, eq(member.userId, userId))) >= maxPerUser)
    throw new AppError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS')
}

/** Renames an organization. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY, YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION */
export async function renameOrganization(
  context: OrganizationContext,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await changeOrganization(context, { id, permission: 'organization:update' }, async (context, own) => {
    if (own.name === name) return
    await consumeDailyChange(context, 'organization')
    await context.db.update(organization).set({ name }).where(eq(organization.id, id))
    const [before, after] = [{ organization: own.name }, { organization: name }]
    await recordInOrganization(context, { id, action: 'organization-renamed', before, after })
  })
}

/**
 * Deletes an organization permanently, with its repositories, memberships and invitations.
 * @throws {AppError} NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION, SESSION_EXPIRED, INVALID_INPUT for another
 * name than the organization's
 */
export async function deleteOrganization(
  context: OrganizationContext,
  { id, typed }: { id: string; typed: string },
): Promise<void> {
  await changeOrganization(context, { id, permission: 'organization:delete' }, async (context, own) => {
    if (!nameConfirmationFields(own.name).safeParse({ typed }).success)
      throw new AppError('INVALID_INPUT', { fields: { typed: 'nameNotTyped' } })
    await context.requireRecentAuthentication()
    await context.db.delete(organization).where(eq(organization.id, id))
    await recordInOrganization(context, { id, action: 'organization-deleted', before: { organization: own.name } })
  })
}

/** Switches this session to an organization that the user has just joined. */
export async function enterOrganization(
  context: OrganizationContext,
  { id }: { id: string },
): Promise<EnteredOrganization> {
  await switchOrganization(context, { organizationId: id })
  return { id, from: context.session.organization?.id ?? 'shared' }
}

/** Switches this session to an organization, or to shared rows. @throws {AppError} NOT_FOUND for a non-member */
export async function switchOrganization(
  { db, session }: OrganizationContext,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const isMember = exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.organizationId, organizationId || session.id), eq(member.userId, session.viewer.id))),
  )
  // The foreign key `session_active_member` rejects the switch if the user is being removed at this moment.
  const switched = await mapDatabaseErrors([foreignKeyViolation], async () =>
    db
      .update(sessionTable)
      .set({ activeOrganizationId: organizationId || null })
      .where(and(eq(sessionTable.id, session.id), organizationId ? isMember : undefined))
      .returning({ id: sessionTable.id }),
  )
  if (switched.length === 0) throw new AppError('NOT_FOUND')
}
