import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { database, type Database } from '#db/client.ts'
import { invitation, user } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { defineTask, enqueue } from './define-task.server.ts'
import { handOverInvitation, invitationJob, type InvitationJob } from './hand-over-invitation.server.ts'

const PURPOSE = 'invitation'

/** Sends an invitation. */
export const invitationTask = defineTask({ name: 'send-invitation', payload: invitationJob, run: sendInvitation })

/** Queues the mail of an invitation, in the transaction that saves the invitation. */
export async function enqueueInvitation(db: Database, job: InvitationJob): Promise<void> {
  await enqueue(db, invitationTask, job, { maxAttempts: 12 })
}

/** Returns the id of the invitation that a token names; undefined if its signature isn't valid. */
export function invitationIdIn(token: string): string | undefined {
  return signedIdIn(acceptedSecrets(), PURPOSE, token)
}

/** Returns the token for the link of an invitation. */
export function invitationToken(id: string): string {
  return signId(environment().secret, PURPOSE, id)
}

/**
 * Hands the mail of an invitation to the mail server. Does nothing if the invitation was withdrawn, sent again or accepted
 * meanwhile, or has expired.
 * @throws if a later retry might succeed
 */
export async function sendInvitation(job: InvitationJob): Promise<void> {
  const db = database()
  await handOverInvitation(job, await findInvitationToSend(db, job), {
    token: invitationToken(job.invitationId),
    note: (state) => setMailState(db, job.mailId, state),
  })
}

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
    .where(and(eq(invitation.id, invitationId), eq(invitation.mailId, mailId), gt(invitation.endsAt, sql`now()`)))
  return found
}

async function setMailState(db: Database, mailId: string, mailState: MailState): Promise<void> {
  await db.update(invitation).set({ mailState }).where(eq(invitation.mailId, mailId))
}
