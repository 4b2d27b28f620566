import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import type { CodePurpose } from '#lib/code-purpose.ts'
import { log } from '#lib/log.server.ts'
import { composeCodeMail } from '#mail/code-mail.server.ts'
import { PermanentMailError, reasonOfRefusal, type Mail } from '#mail/mail.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { openCodeMail, type CodeMailJob } from '#one-time-code/code-mail.server.ts'
import { findCodeToSend, setMailState } from '#one-time-code/code-request.server.ts'

/**
 * Hands the mail with a code to the mail server, and notes what became of it for the page of who asked. A code that is
 * too old or was replaced by a newer one is not sent.
 * @throws when trying again later may help
 */
export async function sendCodeMail({ codeRequestId, sealedCode, language }: CodeMailJob): Promise<void> {
  const db = database()
  const { purpose, mailState } = (await findCodeToSend(db, codeRequestId)) ?? {}
  // Whoever handed it over died before the job was done with.
  if (mailState === 'sent') return
  if (!purpose) {
    await setMailState(db, codeRequestId, 'failed')
    return
  }
  const { email, code } = openCodeMail(sealedCode)
  try {
    await handOver(await composeFor({ id: codeRequestId, email, code, purpose, language }), email, purpose)
    await setMailState(db, codeRequestId, 'sent')
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    log.warn({ event: 'mail.not_taken', codeRequestId, isFinal, reason: reasonOfRefusal(error) })
    await setMailState(db, codeRequestId, isFinal ? 'failed' : 'delayed')
    if (!isFinal) throw new Error('mail was not taken', { cause: error })
  }
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
  if (purpose !== 'sign-in' || environment().signUpEnabled || (await isSomebodys(email))) {
    await mailTransport().send(mail)
    handOverMs = performance.now() - startedAt
    return
  }
  await mailTransport().probe()
  await setTimeout(Math.max(0, handOverMs - (performance.now() - startedAt)))
}

async function isSomebodys(email: string): Promise<boolean> {
  const rows = await database().select({ id: user.id }).from(user).where(eq(user.email, email))
  return rows.length > 0
}
