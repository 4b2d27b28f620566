import { setTimeout } from 'node:timers/promises'
import { and, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { database } from '#db/client.ts'
import { codeRequest, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { composeCodeMail } from '#mail/code-mail.server.ts'
import { PermanentMailError, reasonOfRefusal, type Mail } from '#mail/mail.ts'
import { composeNoticeMail } from '#mail/notice-mail.server.ts'
import { mailTransport } from '#mail/transport.server.ts'
import { openCodeMail, type JobPayloads } from './queue.server.ts'

type MailState = 'delayed' | 'sent' | 'failed'

/**
 * Hands the mail with a code to the mail server, and notes what became of it for the page of who asked. A code that is
 * too old or was replaced by a newer one is not sent.
 * @throws when trying again later may help
 */
export async function sendCodeMail({
  loginRequestId,
  sealedCode,
  language,
}: JobPayloads['send-login-code']): Promise<void> {
  const { purpose, mailState } = (await findIfWanted(loginRequestId)) ?? {}
  // Whoever handed it over died before the job was done with.
  if (mailState === 'sent') return
  if (!purpose) {
    await setMailState(loginRequestId, 'failed')
    return
  }
  const { email, code } = openCodeMail(sealedCode)
  try {
    await handOver(await composeFor({ id: loginRequestId, email, code, purpose, language }), email, purpose)
    await setMailState(loginRequestId, 'sent')
  } catch (error) {
    const isFinal = error instanceof PermanentMailError
    log.warn({ event: 'mail.not_taken', loginRequestId, isFinal, reason: reasonOfRefusal(error) })
    await setMailState(loginRequestId, isFinal ? 'failed' : 'delayed')
    if (!isFinal) throw new Error('mail was not taken', { cause: error })
  }
}

type Purpose = (typeof codeRequest.$inferSelect)['purpose']

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
async function handOver(mail: Mail, email: string, purpose: Purpose): Promise<void> {
  const startedAt = performance.now()
  if (purpose !== 'sign-in' || environment().signUpEnabled || (await isSomebodys(email))) {
    await mailTransport().send(mail)
    handOverMs = performance.now() - startedAt
    return
  }
  await mailTransport().probe()
  await setTimeout(Math.max(0, handOverMs - (performance.now() - startedAt)))
}

/** What the code is for; undefined when it cannot be used any more or a newer one was asked for, by the database's clock. */
async function findIfWanted(loginRequestId: string) {
  const newer = alias(codeRequest, 'newer')
  const newerOnes = database()
    .select({ one: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.addressKey, codeRequest.addressKey),
        eq(newer.browserKey, codeRequest.browserKey),
        eq(newer.purpose, codeRequest.purpose),
        gt(newer.createdAt, codeRequest.createdAt),
      ),
    )
  const rows = await database()
    .select({ purpose: codeRequest.purpose, mailState: codeRequest.mailState })
    .from(codeRequest)
    .where(
      and(
        eq(codeRequest.id, loginRequestId),
        sql`${codeRequest.createdAt} > now() - make_interval(mins => ${appConfig.loginCode.lifetimeMinutes})`,
        sql`${codeRequest.usedAt} is null`,
        sql`not exists (${newerOnes})`,
      ),
    )
  return rows[0]
}

async function isSomebodys(email: string): Promise<boolean> {
  const rows = await database().select({ id: user.id }).from(user).where(eq(user.email, email))
  return rows.length > 0
}

async function setMailState(loginRequestId: string, mailState: MailState) {
  await database().update(codeRequest).set({ mailState }).where(eq(codeRequest.id, loginRequestId))
}
