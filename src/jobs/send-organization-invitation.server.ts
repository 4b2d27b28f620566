import { and, eq, gt, sql } from 'drizzle-orm'
import { database, type Database } from '#db/client.ts'
import { organization, organizationInvitation, user } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { log } from '#lib/log.server.ts'
import { nameOf } from '#lib/names.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { composeInvitationMail } from '#mail/invitation-mail.server.ts'
import { answerOfMailServer, PermanentMailError, reasonOfRefusal } from '#mail/mail.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { count } from '#telemetry/recorder.server.ts'
import { mailNotTaken } from './dead-jobs.server.ts'
import type { InvitationJob } from './send-invitation.server.ts'

const PURPOSE = 'organization-invitation'

/** Queues the mail of an invitation into an organization, in the transaction that keeps the invitation. */
export async function enqueueOrganizationInvitation(db: Database, job: InvitationJob): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job('send-organization-invitation', ${JSON.stringify(job)}::json, max_attempts => 12)`,
  )
}

/** The id of the invitation into an organization that a token names, once its signature is proved; undefined for anything else. */
export function organizationInvitationIdIn(token: string): string | undefined {
  return signedIdIn(acceptedSecrets(), PURPOSE, token)
}

/** Makes the token for the link of an invitation into an organization. */
export function organizationInvitationToken(id: string): string {
  return signId(environment().secret, PURPOSE, id)
}

/**
 * Hands the mail of an invitation into an organization to the mail server, at least once, and notes what became of it. One
 * that was withdrawn, sent again or answered meanwhile, or has ended, is not sent.
 * @throws when trying again later may help
 */
export async function sendOrganizationInvitation({ invitationId, mailId }: InvitationJob): Promise<void> {
  const db = database()
  const found = await findInvitationToSend(db, { invitationId, mailId })
  // Whoever handed it over died before the job was done with.
  if (found?.mailState === 'sent') return
  if (!found) return count('latchkey.mails', { kind: 'invitation', outcome: 'outdated' })
  const { mailState: _mailState, inviter, ...invitation } = found
  const invitedBy = inviter && nameOf(inviter)
  try {
    const token = organizationInvitationToken(invitationId)
    await mailTransport().send(await composeInvitationMail({ ...invitation, id: mailId, invitedBy, token }))
    await setMailState(db, mailId, 'sent')
    count('latchkey.mails', { kind: 'invitation', outcome: 'sent' })
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    count('latchkey.mails', { kind: 'invitation', outcome: isFinal ? 'refused' : 'delayed' })
    log.warn({ event: 'mail.not_taken', invitationId, isFinal, reason: reasonOfRefusal(error) })
    await setMailState(db, mailId, isFinal ? 'failed' : 'delayed')
    if (!isFinal) throw mailNotTaken(answerOfMailServer(error), error)
  }
}

async function findInvitationToSend(db: Database, { invitationId, mailId }: InvitationJob) {
  const [found] = await db
    .select({
      email: organizationInvitation.email,
      language: organizationInvitation.language,
      mailState: organizationInvitation.mailState,
      organization: organization.name,
      inviter: { name: user.name, email: user.email },
    })
    .from(organizationInvitation)
    .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
    .leftJoin(user, eq(user.id, organizationInvitation.inviterId))
    .where(
      and(
        eq(organizationInvitation.id, invitationId),
        eq(organizationInvitation.mailId, mailId),
        eq(organizationInvitation.status, 'pending'),
        gt(organizationInvitation.expiresAt, sql`now()`),
      ),
    )
  return found
}

async function setMailState(db: Database, mailId: string, mailState: MailState): Promise<void> {
  await db.update(organizationInvitation).set({ mailState }).where(eq(organizationInvitation.mailId, mailId))
}
