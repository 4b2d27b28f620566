import { and, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { invitation, now, user } from '#db/schema.ts'
import { createInvitationMailFunctions, type InvitationJob } from './invitation-mails.server.ts'

/**
 * The mails of invitations to the product. An invitation that was withdrawn, sent again or accepted meanwhile, or has expired, is
 * not sent.
 */
export const {
  task: invitationTask,
  send: sendInvitation,
  enqueue: enqueueInvitation,
  tokenOf: invitationToken,
  idIn: invitationIdIn,
} = createInvitationMailFunctions({
  name: 'send-invitation',
  purpose: 'invitation',
  find: findInvitationToSend,
  table: invitation,
})

async function findInvitationToSend(db: Database, { invitationId, mailId }: InvitationJob) {
  const inviter = alias(user, 'inviter')
  const [found] = await db
    .select({
      email: user.email,
      language: invitation.language,
      mailState: invitation.mailState,
      inviter: { name: inviter.name, email: inviter.email },
    })
    .from(invitation)
    .innerJoin(user, and(eq(user.id, invitation.userId), eq(user.email, invitation.email), isNull(user.lastSignInAt)))
    .leftJoin(inviter, eq(inviter.id, invitation.invitedById))
    .where(and(eq(invitation.id, invitationId), eq(invitation.mailId, mailId), gt(invitation.endsAt, now)))
  return found
}
