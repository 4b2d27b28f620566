import { and, eq, ne } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { member, user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { nameOf } from '#lib/names.ts'
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
  /** Of the organization. */
  id: string
  userId: string
}

/** Lists a page of the members, the longest-standing first. @throws {AppError} NOT_FOUND for who is none */
export async function listMembers(
  context: OrganizationContext,
  { id, cursor }: { id: string; cursor: string | null },
): Promise<Page<MemberRow>> {
  await requireMembership(context, id)
  const page = keysetPage({
    // Never searched: they are no more than fit on a few pages.
    of: { table: member, id: member.id, trigramColumn: user.searchText, prefixColumns: [user.sortName] },
    order: OLDEST_FIRST,
    within: eq(member.organizationId, id),
    searchTerm: '',
    cursor,
    limit: pageSize,
  })
  const found = await context.db
    .select({
      id: member.id,
      userId: user.id,
      name: user.name,
      email: user.email,
      role: member.role,
      createdAt: member.createdAt,
      position: page.position,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(page.where)
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, pageSize, ({ id: _id, createdAt, ...row }) => ({ ...row, joinedAt: createdAt.toISOString() }))
}

/**
 * Gives a member another role. Owners are made and unmade by owners, after a fresh sign-in, and one of them stays.
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
      await context.requireFreshSignIn()
    }
    if (changed.role === 'owner') await requireAnotherOwner(context.db, { id, userId })
    await context.db.update(member).set({ role }).where(isMember({ id, userId }))
    await recordInOrganization(context, {
      action: 'organization-role-changed',
      subject: { id: userId, name: nameOf(changed) },
      before: { memberRole: changed.role },
      after: { organization: own.name, memberRole: role },
    })
  })
}

/**
 * Takes a member out of an organization; an owner by another owner alone, after a fresh sign-in.
 * @throws {AppError} NOT_FOUND, MEMBER_NOT_FOUND, NOT_ON_YOURSELF, YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER, SESSION_EXPIRED
 */
export async function removeMember(context: OrganizationContext, { id, userId }: MemberInput): Promise<void> {
  await changeOrganization(context, { id, permission: 'member:delete' }, async (context, own) => {
    if (userId === context.session.viewer.id) throw new AppError('NOT_ON_YOURSELF')
    const removed = await findMember(context.db, { id, userId })
    if (removed.role === 'owner') {
      if (own.role !== 'owner') throw new AppError('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER')
      await context.requireFreshSignIn()
    }
    await endMembership(context.db, { id, userId })
    await recordInOrganization(context, {
      action: 'organization-member-removed',
      subject: { id: userId, name: nameOf(removed) },
      before: { organization: own.name },
    })
  })
}

/** Takes the person out of an organization. @throws {AppError} NOT_FOUND, YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER */
export async function leaveOrganization(context: OrganizationContext, { id }: { id: string }): Promise<void> {
  await changeOrganization(context, { id }, async (context, own) => {
    const userId = context.session.viewer.id
    if (own.role === 'owner') await requireAnotherOwner(context.db, { id, userId })
    await endMembership(context.db, { id, userId })
    await recordInOrganization(context, { action: 'organization-left', before: { organization: own.name } })
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

/** Their sessions go back to what is everybody's, by the constraint `session_active_member`: one who comes back chooses anew. */
async function endMembership(db: Database, input: MemberInput): Promise<void> {
  await db.delete(member).where(isMember(input))
}

function isMember({ id, userId }: MemberInput) {
  return and(eq(member.organizationId, id), eq(member.userId, userId))
}
