import { and, eq, gt, inArray, lte, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { canInOrganization } from '#auth/permissions.ts'
import { isBannedNow } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { member, now, organizationInvitation, user } from '#db/schema.ts'
import { requireRoom, takeRoom } from '#db/limits.ts'
import { enforceRateLimit } from '#db/rate-limits.ts'
import { enqueueOrganizationInvitation } from '#queue/send-organization-invitation.server.ts'
import { AppError } from '#lib/app-error.ts'
import { maskEmail } from '#lib/mask.ts'
import { ORGANIZATION_ROLES, type OrganizationRole } from '#lib/organization-roles.ts'
import { addressKey } from '#one-time-code/code-client.server.ts'
import {
  changeOrganization,
  changeOwnMemberships,
  lockOrganization,
  recordInOrganization,
  type OrganizationContext,
  type OwnMembership,
} from './organization-context.server.ts'
import { addInvitationNotice, enterOrganization, requireRoomForOrganization } from './organizations.server.ts'
import type { EnteredOrganization, InvitationFields } from './organizations.schema.ts'

const { invitation } = appConfig.organization
const DAY_SECONDS = 86_400
const isPendingInvitation = eq(organizationInvitation.status, 'pending')

/**
 * Invites an email address into an organization. The response does not reveal whether the address has an account.
 * @throws {AppError} NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION,
 * USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION, USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION,
 * ORGANIZATION_MEMBERSHIP_LIMIT_REACHED, NO_ROOM, TOO_MANY_INVITATIONS, TOO_MANY_TODAY, SESSION_EXPIRED
 */
export async function inviteMember(
  context: OrganizationContext,
  { id, email, role, language }: InvitationFields & { id: string },
): Promise<void> {
  await changeOrganization(context, { id, permission: 'invitation:create' }, async (context, own) => {
    const { db, session } = context
    if (role === 'owner') await requireOwner(context, own)
    await refuseExistingMember(db, { id, email })
    await cancelExpiredInvitation(db, { id, email })
    await requireRoom(context, 'member', membersOf(db, id))
    await takeRoom(context, 'organizationInvitation', { holder: id, count: () => countPendingInvitations(db, id) })
    await consumeMailLimit(context, email)
    const [made] = await db
      .insert(organizationInvitation)
      .values({ organizationId: id, email, role, language, inviterId: session.viewer.id, expiresAt: EXPIRES_AT })
      .onConflictDoNothing()
      .returning({ id: organizationInvitation.id, mailId: organizationInvitation.mailId })
    if (!made) throw new AppError('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', { field: 'email' })
    await enqueueOrganizationInvitation(db, { invitationId: made.id, mailId: made.mailId })
    await addInvitationNotice(db, { email, name: own.name })
    await recordInOrganization(context, {
      id,
      action: 'organization-invitation-sent',
      // Mask the address: the history erases addresses when their account is deleted, but this one might have no account.
      after: { organization: own.name, email: maskEmail(email), memberRole: role },
    })
  })
}

const EXPIRES_AT = sql`now() + make_interval(days => ${invitation.days})`

/** Sends an invitation's email again in the caller's name, and extends its validity. @throws {AppError} like `inviteMember` */
export async function resendInvitation(context: OrganizationContext, { invitationId }: { invitationId: string }) {
  const id = await organizationOf(context.db, invitationId)
  await changeOrganization(context, { id, permission: 'invitation:create' }, async (context, own) => {
    const { db, session } = context
    const found = await lockPendingInvitation(db, invitationId)
    if (found.role === 'owner') await requireOwner(context, own)
    await consumeMailLimit(context, found.email)
    const mailId = crypto.randomUUID()
    await db
      .update(organizationInvitation)
      .set({ mailId, mailState: 'queued', sentAt: now, expiresAt: EXPIRES_AT, inviterId: session.viewer.id })
      .where(eq(organizationInvitation.id, invitationId))
    await enqueueOrganizationInvitation(db, { invitationId, mailId })
    await recordInOrganization(context, {
      id,
      action: 'organization-invitation-sent',
      after: { organization: own.name, email: maskEmail(found.email) },
    })
  })
}

/** Withdraws an invitation. @throws NOT_FOUND, INVITATION_NOT_FOUND, YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION */
export async function withdrawInvitation(context: OrganizationContext, { invitationId }: { invitationId: string }) {
  const id = await organizationOf(context.db, invitationId)
  await changeOrganization(context, { id, permission: 'invitation:cancel' }, async (context, own) => {
    const { email } = await lockPendingInvitation(context.db, invitationId)
    await setStatus(context.db, invitationId, 'canceled')
    await recordInOrganization(context, {
      id,
      action: 'organization-invitation-withdrawn',
      after: { organization: own.name, email: maskEmail(email) },
    })
  })
}

/**
 * Makes the user a member of the organization that they were invited to, and switches the session to it. An existing member
 * keeps their role.
 * @throws {AppError} INVITATION_NOT_FOUND if it has expired or was answered; YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION,
 * INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION, ORGANIZATION_MEMBERSHIP_LIMIT_REACHED,
 * YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS, TOO_MANY_TODAY
 */
export function acceptInvitation(
  context: OrganizationContext,
  { invitationId }: { invitationId: string },
): Promise<EnteredOrganization> {
  return answerOwnInvitation(context, invitationId, async (context, { organizationId: id, role, inviterId }, name) => {
    const { db, session } = context
    await requireRoomForOrganization(db, session.viewer.id)
    await requireInviterStillAllowed(db, { id, userId: inviterId, role })
    await takeRoom(context, 'member', membersOf(db, id))
    await setStatus(db, invitationId, 'accepted')
    const joined = await db
      .insert(member)
      .values({ organizationId: id, userId: session.viewer.id, role })
      .onConflictDoNothing()
      .returning({ id: member.id })
    if (joined.length > 0)
      await recordInOrganization(context, {
        id,
        action: 'organization-joined',
        after: { organization: name, memberRole: role },
      })
    return enterOrganization(context, { id })
  })
}

/** Declines an invitation. @throws {AppError} INVITATION_NOT_FOUND, YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION */
export function declineInvitation(context: OrganizationContext, { invitationId }: { invitationId: string }) {
  return answerOwnInvitation(context, invitationId, async (context, { organizationId: id }, name) => {
    await setStatus(context.db, invitationId, 'rejected')
    await recordInOrganization(context, {
      id,
      action: 'organization-invitation-declined',
      after: { organization: name },
    })
  })
}

type PendingInvitation = Awaited<ReturnType<typeof lockPendingInvitation>>

/** Accepts or declines an invitation. Locks user, organization and invitation in the same order as deletions do. */
function answerOwnInvitation<T>(
  context: OrganizationContext,
  invitationId: string,
  work: (context: OrganizationContext, invitation: PendingInvitation, organization: string) => Promise<T>,
): Promise<T> {
  return changeOwnMemberships(context, async (context) => {
    const id = await organizationOf(context.db, invitationId)
    const { name } = await lockOrganization(context.db, id)
    const found = await lockPendingInvitation(context.db, invitationId)
    if (found.email !== context.session.viewer.email) throw new AppError('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
    if (found.isExpired) throw new AppError('INVITATION_NOT_FOUND')
    return work(context, found, name)
  })
}

async function organizationOf(db: Database, invitationId: string): Promise<string> {
  const [found] = await db
    .select({ id: organizationInvitation.organizationId })
    .from(organizationInvitation)
    .where(eq(organizationInvitation.id, invitationId))
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found.id
}

async function lockPendingInvitation(db: Database, invitationId: string) {
  const { organizationId, email, role, inviterId, expiresAt } = organizationInvitation
  const [found] = await db
    .select({ organizationId, email, role, inviterId, isExpired: sql<boolean>`${expiresAt} <= now()` })
    .from(organizationInvitation)
    .where(and(eq(organizationInvitation.id, invitationId), isPendingInvitation))
    .for('update')
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}

async function refuseExistingMember(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  const [found] = await db
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, id), eq(user.email, email)))
  if (found) throw new AppError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION', { field: 'email' })
}

/** Cancels the expired invitation of an address, so that the address can be invited again. */
async function cancelExpiredInvitation(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  await db
    .update(organizationInvitation)
    .set({ status: 'canceled' })
    .where(
      and(
        eq(organizationInvitation.organizationId, id),
        eq(organizationInvitation.email, email),
        isPendingInvitation,
        lte(organizationInvitation.expiresAt, now),
      ),
    )
}

function countPendingInvitations(db: Database, id: string): Promise<number> {
  const { organizationId, expiresAt } = organizationInvitation
  return db.$count(organizationInvitation, and(eq(organizationId, id), isPendingInvitation, gt(expiresAt, now)))
}

function membersOf(db: Database, id: string) {
  return {
    holder: id,
    count: () => db.$count(member, eq(member.organizationId, id)),
    refusal: new AppError('ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'),
  }
}

/** Throws unless the caller is an owner and authenticated recently, because only owners can make owners. */
async function requireOwner({ requireRecentAuthentication }: OrganizationContext, own: OwnMembership): Promise<void> {
  if (own.role !== 'owner') throw new AppError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION')
  await requireRecentAuthentication()
}

interface InviterCheck {
  id: string
  userId: string | null
  role: OrganizationRole
}

/**
 * Rejects an invitation if its inviter could no longer send it: is no longer a member, is banned, or lost the required role.
 * @throws {AppError} INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION
 */
async function requireInviterStillAllowed(db: Database, { id, userId, role }: InviterCheck): Promise<void> {
  const [inviter] = await db
    .select({ role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, id), eq(member.userId, userId ?? id), not(isBannedNow)))
  const mayInvite = role === 'owner' ? inviter?.role === 'owner' : canInOrganization(inviter?.role, 'invitation:create')
  if (!mayInvite) throw new AppError('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
}

async function setStatus(db: Database, id: string, status: 'accepted' | 'rejected' | 'canceled'): Promise<void> {
  await db.update(organizationInvitation).set({ status }).where(eq(organizationInvitation.id, id))
}

/**
 * Consumes the rate limits of invitation emails: first per inviting user, so that no user can send mass mail or use up the limit
 * of an address for others; then per address, so that many users together cannot fill one mailbox.
 */
async function consumeMailLimit({ db, session }: OrganizationContext, email: string): Promise<void> {
  const { mailsPerUserAndDay, mailsPerNewUserAndDay, mailsPerUserAddressAndDay, mailsPerAddressAndDay } = invitation
  const { id } = session.viewer
  const mailsPerDay = (await hasProbablyAcceptedInvitation(db, id)) ? mailsPerUserAndDay : mailsPerNewUserAndDay
  const address = addressKey(email)
  await enforceRateLimit(db, [dailyLimit(`organization-inviter:${id}`, mailsPerDay)], 'TOO_MANY_TODAY')
  const ofAddress = [
    dailyLimit(`organization-invitation:${id}:${address}`, mailsPerUserAddressAndDay),
    dailyLimit(`organization-invitation:${address}`, mailsPerAddressAndDay),
  ]
  await enforceRateLimit(db, ofAddress, 'TOO_MANY_INVITATIONS')
}

function dailyLimit(key: string, count: number) {
  return { key, count, seconds: DAY_SECONDS }
}

/** Whether an invitation by the user was probably accepted: an organization in which the user can invite has other members. */
async function hasProbablyAcceptedInvitation(db: Database, userId: string): Promise<boolean> {
  const other = alias(member, 'other')
  const mayInvite = inArray(
    member.role,
    ORGANIZATION_ROLES.filter((role) => canInOrganization(role, 'invitation:create')),
  )
  const [found] = await db
    .select({ id: other.id })
    .from(member)
    .innerJoin(other, and(eq(other.organizationId, member.organizationId), ne(other.userId, userId)))
    .where(and(eq(member.userId, userId), mayInvite))
    .limit(1)
  return found !== undefined
}
