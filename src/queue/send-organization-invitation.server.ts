import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isBannedNow } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { now, organization, organizationInvitation, user } from '#db/schema.ts'
import { createInvitationMailFunctions, type InvitationJob } from './invitation-mails.server.ts'

/**
 * The mails of invitations to organizations. An invitation that was withdrawn, sent again or answered meanwhile, has expired, or
 * comes from a banned user, is not sent.
 */
export const {
  task: organizationInvitationTask,
  send: sendOrganizationInvitation,
  enqueue: enqueueOrganizationInvitation,
  tokenOf: organizationInvitationToken,
  idIn: organizationInvitationIdIn,
} = createInvitationMailFunctions({
  name: 'send-organization-invitation',
  purpose: 'organization-invitation',
  find: findInvitationToSend,
  table: organizationInvitation,
})

async function findInvitationToSend(db: Database, { invitationId, mailId }: InvitationJob) {
  const invited = alias(user, 'invited')
  const [found] = await db
    .select({
      ...columnsOf(organizationInvitation, 'email', 'language', 'mailState'),
      organization: organization.name,
      inviter: columnsOf(user, 'name', 'email'),
      hasAccount: isNotNull(invited.id).mapWith(Boolean),
    })
    .from(organizationInvitation)
    .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
    .leftJoin(user, eq(user.id, organizationInvitation.inviterId))
    .leftJoin(invited, eq(invited.email, organizationInvitation.email))
    .where(
      and(
        eq(organizationInvitation.id, invitationId),
        eq(organizationInvitation.mailId, mailId),
        eq(organizationInvitation.status, 'pending'),
        gt(organizationInvitation.expiresAt, now),
        // Do not send the invitation if its inviter is banned.
        sql`${isBannedNow} is not true`,
      ),
    )
  return found
}
