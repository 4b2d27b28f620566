import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import type { invitation, organizationInvitation } from '#db/schema.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import type { MailState } from '#lib/code-purpose.ts'
import { displayNameOf } from '#lib/names.ts'
import { signedIdIn, signId } from '#lib/signed-id.server.ts'
import { composeInvitationMail } from '#mail/invitation-mail.server.ts'
import { responseCodeOrReason } from '#mail/mail.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { mailRefusedError, reportRefusedMail } from './dead-jobs.server.ts'
import { defineTask, enqueue } from './define-task.server.ts'

/**
 * The data of a job that sends an invitation. Nothing in it needs encryption, because the address and the names are read from
 * the database when the mail is sent, and the token of the link is created then.
 */
const invitationJob = z.object({
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

interface InvitationMails {
  /** The name of the task in the queue. */
  name: string
  /** The purpose that tokens are signed for, so that a token of one kind of invitation is invalid for another kind. */
  purpose: string
  /** Finds the invitation of a job; undefined if there is nothing left to send. */
  find: (db: Database, job: InvitationJob) => Promise<InvitationToSend | undefined>
  /** The table of the invitations, which records the state of each mail. */
  table: typeof invitation | typeof organizationInvitation
}

/** Creates the functions that send one kind of invitation. */
export function createInvitationMailFunctions({ name, purpose, find, table }: InvitationMails) {
  const tokenOf = (invitationId: string) => signId(environment().secret, purpose, invitationId)

  async function send({ invitationId, mailId }: InvitationJob): Promise<void> {
    const db = database()
    const setMailState = (mailState: MailState) => db.update(table).set({ mailState }).where(eq(table.mailId, mailId))
    const found = await find(db, { invitationId, mailId })
    // An earlier run sent the mail, but its process died before it completed the job.
    if (found?.mailState === 'sent') return
    if (!found) return countEvent('app.mails', { kind: 'invitation', outcome: 'outdated' })
    const { mailState: _mailState, inviter, ...named } = found
    const mail = { ...named, id: mailId, invitedBy: inviter && displayNameOf(inviter), token: tokenOf(invitationId) }
    try {
      await mailTransport().send(await composeInvitationMail(mail))
      await setMailState('sent')
      countEvent('app.mails', { kind: 'invitation', outcome: 'sent' })
    } catch (error) {
      const isFinal = reportRefusedMail('invitation', { invitationId }, error)
      await setMailState(isFinal ? 'failed' : 'delayed')
      if (!isFinal) throw mailRefusedError(responseCodeOrReason(error), error)
    }
  }

  const task = defineTask({ name, payload: invitationJob, run: send })
  return {
    task,
    /** Hands the mail of an invitation to the mail server, at least once, and records the result. @throws if a retry might succeed */
    send,
    /** Queues the mail of an invitation, in the transaction that saves the invitation. */
    enqueue: (db: Database, job: InvitationJob) => enqueue(db, task, job, { maxAttempts: 12 }),
    /** Returns the token for the link of an invitation. */
    tokenOf,
    /** Returns the id of the invitation that a token names; undefined if its signature isn't valid. */
    idIn: (token: string) => signedIdIn(acceptedSecrets(), purpose, token),
  }
}
