import * as z from 'zod/mini'
import type { MailState } from '#lib/code-purpose.ts'
import { log } from '#lib/log.server.ts'
import { nameOf } from '#lib/names.ts'
import { composeInvitationMail } from '#mail/invitation-mail.server.ts'
import { answerOfMailServer, PermanentMailError, reasonOfRefusal } from '#mail/mail.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { count } from '#instrumentation/measure.server.ts'
import { mailNotTaken } from './dead-jobs.server.ts'

/**
 * The data of a job that sends an invitation. Nothing in it needs a seal: address and names are read where they are kept,
 * as they are by then, and the token of the link is made when the mail is.
 */
export const invitationJob = z.object({
  invitationId: z.string(),
  /** Of this mail: the job of one that was sent again since finds another there, and does nothing. */
  mailId: z.string(),
})
export type InvitationJob = z.infer<typeof invitationJob>

/** What is read of an invitation when its mail is to go out. */
interface InvitationToSend {
  email: string
  language: string
  mailState: MailState
  inviter: { name: string; email: string } | null
  /** What it leads into, by name; absent for the product itself. */
  organization?: string
  /** Somebody has an account at this address. */
  hasAccount?: boolean
}

/**
 * Hands the mail of an invitation to the mail server, at least once, and notes what became of it.
 * @param invitation undefined where there is nothing to send any more
 * @param ways.token of the link in the mail
 * @param ways.note keeps what became of the mail
 * @throws when trying again later may help
 */
export async function handOverInvitation(
  { invitationId, mailId }: InvitationJob,
  invitation: InvitationToSend | undefined,
  { token, note }: { token: string; note: (state: MailState) => Promise<void> },
): Promise<void> {
  // Whoever handed it over died before the job was done with.
  if (invitation?.mailState === 'sent') return
  if (!invitation) return count('latchkey.mails', { kind: 'invitation', outcome: 'outdated' })
  const { mailState: _mailState, inviter, ...named } = invitation
  const invitedBy = inviter && nameOf(inviter)
  try {
    await mailTransport().send(await composeInvitationMail({ ...named, id: mailId, invitedBy, token }))
    await note('sent')
    count('latchkey.mails', { kind: 'invitation', outcome: 'sent' })
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    count('latchkey.mails', { kind: 'invitation', outcome: isFinal ? 'refused' : 'delayed' })
    log.warn({ event: 'mail.not_taken', invitationId, isFinal, reason: reasonOfRefusal(error) })
    await note(isFinal ? 'failed' : 'delayed')
    if (!isFinal) throw mailNotTaken(answerOfMailServer(error), error)
  }
}
