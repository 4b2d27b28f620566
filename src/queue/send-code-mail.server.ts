import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isInvitedByAdministrator } from '#db/invited.ts'
import { database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import type { CodePurpose, MailState } from '#lib/code-purpose.ts'
import { composeCodeMail } from '#mail/code-mail.server.ts'
import { errorReasonForLog, type Mail } from '#mail/mail.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { CODE_MAIL_TASK, decryptCodeAndAddress, type CodeMailJob } from '#one-time-code/code-mail.server.ts'
import { mailRefusedError, reportRefusedMail } from './dead-jobs.server.ts'
import { defineTask } from './define-task.server.ts'
import { findCodeToSend, setMailState } from '#one-time-code/code-request.server.ts'
import { decryptJobData } from './queue.server.ts'

/** Sends a code. */
export const codeMailTask = defineTask({
  name: CODE_MAIL_TASK,
  payload: z.object({ codeRequestId: z.string(), sealedCode: z.string(), language: z.string() }),
  run: sendCodeMail,
})

/**
 * Hands the mail with a code to the mail server, and records the result for the page where the code was requested. A code
 * that is too old or was replaced by a newer one is not sent.
 * @throws if a later retry might succeed
 */
export async function sendCodeMail({ codeRequestId, sealedCode, language }: CodeMailJob): Promise<void> {
  const db = database()
  const { purpose, mailState } = (await findCodeToSend(db, codeRequestId)) ?? {}
  // An earlier run sent the mail, but its process died before it completed the job.
  if (mailState === 'sent' && !(purpose && isOutcomeHidden(purpose))) return
  if (!purpose) {
    countEvent('app.mails', { kind: 'code', outcome: 'outdated' })
    await setMailState(db, codeRequestId, 'failed')
    return
  }
  const opened = decryptJobData(() => decryptCodeAndAddress(sealedCode), { codeRequestId })
  if (!opened) return setMailState(db, codeRequestId, 'failed')
  const { email, code } = opened
  try {
    await sendIfAllowed(await composeFor({ id: codeRequestId, email, code, purpose, language }), email, purpose)
    await setMailState(db, codeRequestId, 'sent')
    countEvent('app.mails', { kind: 'code', outcome: 'sent' })
  } catch (error) {
    const isFinal = reportRefusedMail('code', { codeRequestId }, error)
    await setMailState(db, codeRequestId, await visibleMailState(purpose, isFinal))
    if (!isFinal) throw mailRefusedError(errorReasonForLog(error), error)
  }
}

/**
 * Whether the result of the mail must stay secret. While sign-up is closed, an unknown address gets no mail, so a refusal by
 * the mail server would reveal that the address is known.
 */
function isOutcomeHidden(purpose: CodePurpose): boolean {
  return purpose === 'sign-in' && !environment().signUpEnabled
}

/** Returns the state that the page shows after a failure; if the result is secret, the same as for an unknown address. */
async function visibleMailState(purpose: CodePurpose, isFinal: boolean): Promise<MailState> {
  if (!isOutcomeHidden(purpose)) return isFinal ? 'failed' : 'delayed'
  return mailTransport()
    .probe()
    .then(
      () => 'sent',
      () => 'delayed',
    )
}

/**
 * Composes the mail for the address. Whether a user has the address is looked up here and not when the code is requested, so that
 * neither the response to the browser nor its timing can reveal it.
 */
async function composeFor(code: Parameters<typeof composeCodeMail>[0]): Promise<Mail> {
  const { id, email, purpose, language } = code
  if (purpose === 'change-email' && (await hasAccount(email)))
    return composeNoticeMail({ id, email, kind: 'address-in-use', language })
  return composeCodeMail(code)
}

/** Milliseconds that sending the latest mail took. */
let lastSendMs = 300

/** Sends the mail, or takes the same time without sending it if the address cannot sign up, so that timing reveals nothing. */
async function sendIfAllowed(mail: Mail, email: string, purpose: CodePurpose): Promise<void> {
  const startedAt = performance.now()
  if (purpose !== 'sign-in' || environment().signUpEnabled || (await canSignIn(email))) {
    await mailTransport().send(mail)
    lastSendMs = performance.now() - startedAt
    return
  }
  await mailTransport().probe()
  await setTimeout(Math.max(0, lastSendMs - (performance.now() - startedAt)))
}

/** Whether the address can sign in while sign-up is closed: it has an account, or an administrator invited it. */
async function canSignIn(email: string): Promise<boolean> {
  return (await hasAccount(email)) || isInvitedByAdministrator(database(), email)
}

async function hasAccount(email: string): Promise<boolean> {
  return (await database().$count(user, eq(user.email, email))) > 0
}
