import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { invitation, organization, organizationInvitation, user } from '#db/schema.ts'
import { invitationIdIn } from '#queue/send-invitation.server.ts'
import { organizationInvitationIdIn } from '#queue/send-organization-invitation.server.ts'
import { displayNameOf } from '#lib/names.ts'
import type { GuestContext } from '#service/service-context.server.ts'
import type { FollowedInvitation } from './invitation.schema.ts'

/** Finds the state of the invitation to which a link belongs. Changes nothing, because programs, too, open links in mails. */
export async function findInvitation({ db }: GuestContext, { token }: { token: string }): Promise<FollowedInvitation> {
  const id = invitationIdIn(token)
  if (id === undefined) return findOrganizationInvitation(db, organizationInvitationIdIn(token))
  const [found] = await db
    .select({
      withdrawnAt: invitation.withdrawnAt,
      sentTo: invitation.email,
      isOver: sql<boolean>`${invitation.endsAt} <= now()`,
      recipient: { email: user.email, lastSignInAt: user.lastSignInAt },
    })
    .from(invitation)
    .leftJoin(user, eq(user.id, invitation.userId))
    .where(eq(invitation.id, id))
  if (!found) return { state: 'gone' }
  const { recipient, sentTo, isOver, withdrawnAt } = found
  if (withdrawnAt !== null) return { state: 'withdrawn' }
  if (recipient?.email !== sentTo || recipient === null) return { state: 'gone' }
  if (recipient.lastSignInAt !== null) return { state: 'used' }
  return isOver ? { state: 'over', days: appConfig.invitation.days } : { state: 'open', email: recipient.email }
}

/** Finds the state of an invitation to an organization. The invited user, also a new one, can accept it only after signing in. */
async function findOrganizationInvitation(db: Database, id: string | undefined): Promise<FollowedInvitation> {
  const { email, status, expiresAt } = organizationInvitation
  if (id === undefined) return { state: 'gone' }
  const [found] = await db
    .select({
      email,
      status,
      isOver: sql<boolean>`${expiresAt} <= now()`,
      organization: organization.name,
      inviter: { name: user.name, email: user.email },
    })
    .from(organizationInvitation)
    .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
    .leftJoin(user, eq(user.id, organizationInvitation.inviterId))
    .where(eq(organizationInvitation.id, id))
  if (!found) return { state: 'gone' }
  if (found.status !== 'pending') return { state: found.status === 'canceled' ? 'withdrawn' : 'used' }
  if (found.isOver) return { state: 'over', days: appConfig.organization.invitation.days }
  const invitedBy = found.inviter && displayNameOf(found.inviter)
  return { state: 'open', email: found.email, into: { name: found.organization, invitedBy } }
}
