import { and, eq, ne } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { member, user } from '#db/schema.ts'
import { matches, SEARCHABLE_USERS } from '#db/search.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { displayNameOf } from '#lib/names.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import type { Page } from '#lib/page.ts'
import {
  changeOrganization,
  recordInOrganization,
  requireMembership,
  type OrganizationContext,
} from './organization-context.server.ts'
import type { MemberRow } from './organizations.schema.ts'

const { pageSize } = appConfig.lists
const OLDEST_FIRST = { by: member.createdAt, type: 'timestamptz', direction: 'asc' } as const

interface MemberInput {
  /** The organization's ID. */
  id: string
  userId: string
}

interface MemberListInput {
  /** The organization's ID. */
  id: string
  userId?: string
  searchTerm: string
  cursor: string | null
  limit?: number
}

/** Lists a page of the members that match a search, or the one with a user ID, longest-standing first. @throws {AppError} NOT_FOUND for non-members */
export async function listMembers(
  context: OrganizationContext,
  { id, userId, searchTerm, cursor, limit = pageSize }: MemberListInput,
): Promise<Page<MemberRow>> {
  await requireMembership(context, id)
  const page = keysetPage({
    of: { ...SEARCHABLE_USERS, table: member, id: member.id },
    order: OLDEST_FIRST,
    // Match the joined users directly, because one organization has too few members to need the search index.
    where: and(
      eq(member.organizationId, id),
      userId === undefined ? undefined : eq(member.userId, userId),
      matches(searchTerm, SEARCHABLE_USERS),
    ),
    searchTerm: '',
    cursor,
    limit,
  })
  const found = await context.db
    .select({
      ...columnsOf(member, 'id', 'userId', 'role'),
      ...columnsOf(user, 'name', 'email'),
      joinedAt: member.createdAt,
      position: page.position,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, limit, ({ id: _id, ...row }) => withIsoTimes(row))
}

/**
 * Changes a member's role. Only owners can make and demote owners, after a recent authentication; one owner must remain.
 * @throws {AppError} NOT_FOUND, MEMBER_NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER, SESSION_EXPIRED,
 * YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER
 */
export async function changeRole(
  context: OrganizationContext,
  { id, userId, role }: MemberInput & { role: OrganizationRole },
): Promise<void> {
  await changeOrganization(context, { id, permission: 'member:update' }, async (context, own) => {
    const changed = await findMember(context.db, { id, userId })
    if (changed.role === role) return
    if (changed.role === 'owner' || role === 'owner') {
      if (own.role !== 'owner') throw new AppError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
      await context.requireRecentAuthentication()
    }
    if (changed.role === 'owner') await requireAnotherOwner(context.db, { id, userId })
    await context.db.update(member).set({ role }).where(isMember({ id, userId }))
    await recordInOrganization(context, {
      id,
      action: 'organization-role-changed',
      subject: { id: userId, name: displayNameOf(changed) },
      before: { memberRole: changed.role },
      after: { organization: own.name, memberRole: role },
    })
  })
}

/**
 * Removes a member from an organization. Only another owner can remove an owner, after a recent authentication.
 * @throws {AppError} NOT_FOUND, MEMBER_NOT_FOUND, NOT_ON_YOURSELF, YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER, SESSION_EXPIRED
 */
export async function removeMember(context: OrganizationContext, { id, userId }: MemberInput): Promise<void> {
  await changeOrganization(context, { id, permission: 'member:delete' }, async (context, own) => {
    if (userId === context.session.viewer.id) throw new AppError('NOT_ON_YOURSELF')
    const removed = await findMember(context.db, { id, userId })
    if (removed.role === 'owner') {
      if (own.role !== 'owner') throw new AppError('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER')
      await context.requireRecentAuthentication()
    }
    await endMembership(context.db, { id, userId })
    await recordInOrganization(context, {
      id,
      action: 'organization-member-removed',
      subject: { id: userId, name: displayNameOf(removed) },
      before: { organization: own.name },
    })
  })
}

/** Removes the caller as a member. @throws {AppError} NOT_FOUND, YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER */
export async function leaveOrganization(context: OrganizationContext, { id }: { id: string }): Promise<void> {
  await changeOrganization(context, { id }, async (context, own) => {
    const userId = context.session.viewer.id
    if (own.role === 'owner') await requireAnotherOwner(context.db, { id, userId })
    await endMembership(context.db, { id, userId })
    await recordInOrganization(context, { id, action: 'organization-left', before: { organization: own.name } })
  })
}

async function findMember(db: Database, input: MemberInput) {
  const [found] = await db
    .select({ role: member.role, name: user.name, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(isMember(input))
  if (!found) throw new AppError('MEMBER_NOT_FOUND')
  return found
}

async function requireAnotherOwner(db: Database, { id, userId }: MemberInput): Promise<void> {
  const others = and(eq(member.organizationId, id), ne(member.userId, userId), eq(member.role, 'owner'))
  if ((await db.$count(member, others)) === 0) throw new AppError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
}

/** Deletes a membership. In the member's sessions, the constraint `session_active_member` then resets the active organization. */
async function endMembership(db: Database, input: MemberInput): Promise<void> {
  await db.delete(member).where(isMember(input))
}

function isMember({ id, userId }: MemberInput) {
  return and(eq(member.organizationId, id), eq(member.userId, userId))
}
