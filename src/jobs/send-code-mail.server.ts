import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isInvitedByAdministrator } from '#db/invited.ts'
import { database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import type { CodePurpose, MailState } from '#lib/code-purpose.ts'
import { log } from '#lib/log.server.ts'
import { composeCodeMail } from '#mail/code-mail.server.ts'
import { PermanentMailError, reasonOfRefusal, type Mail } from '#mail/mail.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { count } from '#instrumentation/measure.server.ts'
import { CODE_MAIL_TASK, fromReleaseBefore, openCodeMail, type CodeMailJob } from '#one-time-code/code-mail.server.ts'
import { mailNotTaken } from './dead-jobs.server.ts'
import { defineTask } from './define-task.server.ts'
import { findCodeToSend, setMailState } from '#one-time-code/code-request.server.ts'
import { openSealed } from './queue.server.ts'

/** Sends a code. */
export const codeMailTask = defineTask({
  name: CODE_MAIL_TASK,
  payload: z.object({ codeRequestId: z.string(), sealedCode: z.string(), language: z.string() }),
  run: sendCodeMail,
})

/** Sends a code that a node of the release before has queued. */
export const olderCodeMailTask = defineTask({
  name: 'send-login-code',
  payload: z.object({ loginRequestId: z.string(), sealedCode: z.string(), language: z.string() }),
  run: (job) => sendCodeMail(fromReleaseBefore(job)),
})

/**
 * Hands the mail with a code to the mail server, and notes what became of it for the page of who asked. A code that is
 * too old or was replaced by a newer one is not sent.
 * @throws when trying again later may help
 */
export async function sendCodeMail({ codeRequestId, sealedCode, language }: CodeMailJob): Promise<void> {
  const db = database()
  const { purpose, mailState } = (await findCodeToSend(db, codeRequestId)) ?? {}
  // Whoever handed it over died before the job was done with.
  if (mailState === 'sent' && !(purpose && isOutcomeHidden(purpose))) return
  if (!purpose) {
    count('latchkey.mails', { kind: 'code', outcome: 'outdated' })
    await setMailState(db, codeRequestId, 'failed')
    return
  }
  const opened = openSealed(() => openCodeMail(sealedCode), { codeRequestId })
  if (!opened) return setMailState(db, codeRequestId, 'failed')
  const { email, code } = opened
  try {
    await handOver(await composeFor({ id: codeRequestId, email, code, purpose, language }), email, purpose)
    await setMailState(db, codeRequestId, 'sent')
    count('latchkey.mails', { kind: 'code', outcome: 'sent' })
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    count('latchkey.mails', { kind: 'code', outcome: isFinal ? 'refused' : 'delayed' })
    log.warn({ event: 'mail.not_taken', codeRequestId, isFinal, reason: reasonOfRefusal(error) })
    await setMailState(db, codeRequestId, await shownOutcome(purpose, isFinal))
    if (!isFinal) throw mailNotTaken(reasonOfRefusal(error), error)
  }
}

/**
 * Whether nobody may learn what became of the mail: while sign-up is closed an address that is unknown gets none, so a mail
 * server that refuses the address would tell that it is known.
 */
function isOutcomeHidden(purpose: CodePurpose): boolean {
  return purpose === 'sign-in' && !environment().signUpEnabled
}

/** What the page of who asked shows after a failure: for a hidden one what it would show for an unknown address. */
async function shownOutcome(purpose: CodePurpose, isFinal: boolean): Promise<MailState> {
  if (!isOutcomeHidden(purpose)) return isFinal ? 'failed' : 'delayed'
  return mailTransport()
    .probe()
    .then(
      () => 'sent',
      () => 'delayed',
    )
}

/**
 * The mail that fits the address. Whether somebody has it is looked up here and not when the code is asked for, so that
 * no answer to a browser, nor its time, can tell.
 */
async function composeFor(code: Parameters<typeof composeCodeMail>[0]): Promise<Mail> {
  const { id, email, purpose, language } = code
  if (purpose === 'change-email' && (await isSomebodys(email)))
    return composeNoticeMail({ id, email, kind: 'address-in-use', language })
  return composeCodeMail(code)
}

/** How long the newest hand-over took. */
let handOverMs = 300

/** No mail for an address that may not sign up; the same work and the same time all the same, for somebody may watch. */
async function handOver(mail: Mail, email: string, purpose: CodePurpose): Promise<void> {
  const startedAt = performance.now()
  if (purpose !== 'sign-in' || environment().signUpEnabled || (await mayComeIn(email))) {
    await mailTransport().send(mail)
    handOverMs = performance.now() - startedAt
    return
  }
  await mailTransport().probe()
  await setTimeout(Math.max(0, handOverMs - (performance.now() - startedAt)))
}

/** Who is invited into an organization may sign up, also while sign-up is closed. */
async function mayComeIn(email: string): Promise<boolean> {
  return (await isSomebodys(email)) || isInvitedByAdministrator(database(), email)
}

async function isSomebodys(email: string): Promise<boolean> {
  const rows = await database().select({ id: user.id }).from(user).where(eq(user.email, email))
  return rows.length > 0
}
