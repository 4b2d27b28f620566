import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isBannedNow } from '#db/bans.ts'
import { database, type Database } from '#db/client.ts'
import { organization, organizationInvitation, user } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { defineTask, enqueue } from './define-task.server.ts'
import { handOverInvitation, invitationJob, type InvitationJob } from './hand-over-invitation.server.ts'

const PURPOSE = 'organization-invitation'

/** Sends an invitation into an organization. */
export const organizationInvitationTask = defineTask({
  name: 'send-organization-invitation',
  payload: invitationJob,
  run: sendOrganizationInvitation,
})

/** Queues the mail of an invitation into an organization, in the transaction that saves the invitation. */
export async function enqueueOrganizationInvitation(db: Database, job: InvitationJob): Promise<void> {
  await enqueue(db, organizationInvitationTask, job, { maxAttempts: 12 })
}

/** Returns the id of the invitation into an organization that a token names; undefined if its signature isn't valid. */
export function organizationInvitationIdIn(token: string): string | undefined {
  return signedIdIn(acceptedSecrets(), PURPOSE, token)
}

/** Returns the token for the link of an invitation into an organization. */
export function organizationInvitationToken(id: string): string {
  return signId(environment().secret, PURPOSE, id)
}

/**
 * Hands the mail of an invitation into an organization to the mail server. Does nothing if the invitation was withdrawn, sent
 * again or answered meanwhile, has expired, or comes from a banned user.
 * @throws if a later retry might succeed
 */
export async function sendOrganizationInvitation(job: InvitationJob): Promise<void> {
  const db = database()
  await handOverInvitation(job, await findInvitationToSend(db, job), {
    token: organizationInvitationToken(job.invitationId),
    note: (state) => setMailState(db, job.mailId, state),
  })
}

async function findInvitationToSend(db: Database, { invitationId, mailId }: InvitationJob) {
  const invited = alias(user, 'invited')
  const [found] = await db
    .select({
      email: organizationInvitation.email,
      language: organizationInvitation.language,
      mailState: organizationInvitation.mailState,
      organization: organization.name,
      inviter: { name: user.name, email: user.email },
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
        gt(organizationInvitation.expiresAt, sql`now()`),
        // Invitations of banned users are no longer sent.
        sql`${isBannedNow} is not true`,
      ),
    )
  return found
}

async function setMailState(db: Database, mailId: string, mailState: MailState): Promise<void> {
  await db.update(organizationInvitation).set({ mailState }).where(eq(organizationInvitation.mailId, mailId))
}
