import * as z from 'zod/mini'
import type { MailState } from '#lib/code-purpose.ts'
import { log } from '#lib/log.server.ts'
import { nameOf } from '#lib/names.ts'
import { composeInvitationMail } from '#mail/invitation-mail.server.ts'
import { answerOfMailServer, PermanentMailError, reasonOfRefusal } from '#mail/mail.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { count } from '#instrumentation/measure.server.ts'
import { mailRefusedError } from './dead-jobs.server.ts'

/**
 * The data of a job that sends an invitation. Nothing in it needs encryption, because the address and the names are read from
 * the database when the mail is sent, and the token of the link is created then.
 */
export const invitationJob = z.object({
  invitationId: z.string(),
  /** The id of this mail. If the invitation was sent again since, its newest mail has another id, and this job does nothing. */
  mailId: z.string(),
})
export type InvitationJob = z.infer<typeof invitationJob>

/** The data of an invitation that its mail needs. */
interface InvitationToSend {
  email: string
  language: string
  mailState: MailState
  inviter: { name: string; email: string } | null
  /** The name of the organization; absent for an invitation to the product itself. */
  organization?: string
  /** Whether the address belongs to an account. */
  hasAccount?: boolean
}

/**
 * Hands the mail of an invitation to the mail server, at least once, and records the result.
 * @param invitation undefined if there is nothing left to send
 * @param ways.token the token of the link in the mail
 * @param ways.note records the state of the mail
 * @throws if a later retry might succeed
 */
export async function handOverInvitation(
  { invitationId, mailId }: InvitationJob,
  invitation: InvitationToSend | undefined,
  { token, note }: { token: string; note: (state: MailState) => Promise<void> },
): Promise<void> {
  // The mail was sent, but the process died before it completed the job.
  if (invitation?.mailState === 'sent') return
  if (!invitation) return count('app.mails', { kind: 'invitation', outcome: 'outdated' })
  const { mailState: _mailState, inviter, ...named } = invitation
  const invitedBy = inviter && nameOf(inviter)
  try {
    await mailTransport().send(await composeInvitationMail({ ...named, id: mailId, invitedBy, token }))
    await note('sent')
    count('app.mails', { kind: 'invitation', outcome: 'sent' })
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    count('app.mails', { kind: 'invitation', outcome: isFinal ? 'refused' : 'delayed' })
    log.warn(
      { event: 'mail.delivery_failed', invitationId, isFinal, reason: reasonOfRefusal(error) },
      'the mail server did not accept the email',
    )
    await note(isFinal ? 'failed' : 'delayed')
    if (!isFinal) throw mailRefusedError(answerOfMailServer(error), error)
  }
}
