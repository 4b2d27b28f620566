import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { database, type Database } from '#db/client.ts'
import { invitation, user } from '#db/schema.ts'
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

/**
 * The data of the job that sends an invitation. Nothing in it needs a seal: address and names are read where they are kept,
 * as they are by then, and the token of the link is made when the mail is.
 */
export interface InvitationJob {
  invitationId: string
  /** Of this mail: the job of one that was sent again since finds another there, and does nothing. */
  mailId: string
}

const PURPOSE = 'invitation'

/** Queues the mail of an invitation, in the transaction that keeps the invitation. */
export async function enqueueInvitation(db: Database, job: InvitationJob): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job('send-invitation', ${JSON.stringify(job)}::json, max_attempts => 12)`,
  )
}

/** The id of the invitation that a token names, once its signature is proved; undefined for anything else. */
export function invitationIdIn(token: string): string | undefined {
  return signedIdIn(acceptedSecrets(), PURPOSE, token)
}

/** Makes the token for the link of an invitation. */
export function invitationToken(id: string): string {
  return signId(environment().secret, PURPOSE, id)
}

/**
 * Hands the mail of an invitation to the mail server, at least once, and notes what became of it. One that was withdrawn, sent
 * again or accepted meanwhile, or has ended, is not sent.
 * @throws when trying again later may help
 */
export async function sendInvitation({ invitationId, mailId }: InvitationJob): Promise<void> {
  const db = database()
  const found = await findInvitationToSend(db, { invitationId, mailId })
  // Whoever handed it over died before the job was done with.
  if (found?.mailState === 'sent') return
  if (!found) return count('latchkey.mails', { kind: 'invitation', outcome: 'outdated' })
  const { email, language, inviter } = found
  const token = invitationToken(invitationId)
  try {
    const mail = await composeInvitationMail({
      id: mailId,
      email,
      language,
      invitedBy: inviter && nameOf(inviter),
      token,
    })
    await mailTransport().send(mail)
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
