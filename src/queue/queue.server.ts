import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBannedNow } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { tryConsumeRateLimits } from '#db/rate-limits.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { encrypt, decrypt } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import {
  hasAdvice,
  isMailed,
  isOptionalNotice,
  type AdministratorsNotice,
  type NoticeKind,
} from '#mail/notice-kinds.ts'
import type { NoticeValues } from '#mail/notice-mail.server.ts'
import { addInAppNotice } from './in-app-notices.server.ts'
import { createNoticeLink } from './notice-link.server.ts'

/** The name of the task that sends a notice. */
export const NOTICE_TASK = 'send-account-notice'

/** The data of the job that sends a notice. Its content is encrypted, because the queue is a table that others can read. */
export interface NoticeJob {
  noticeId: string
  kind: NoticeKind
  /** An encrypted `NoticeContent`. */
  sealedNotice: string
  language: string | null
}

interface NoticeContent {
  email: string
  values: NoticeValues
  link: { token: string; givesAddressBack: boolean } | undefined
}

interface NewNotice {
  kind: NoticeKind
  email: string
  /** The recipient's language; null if it isn't known. */
  language: string | null
  /**
   * The id of the user whose account the mail is about. With it, the user can turn off optional kinds, the number of mails of a
   * kind per day is limited, and a mail without its own advice has a link to report an event that the user did not cause.
   */
  userId?: string
  /** Whether the link makes the mail's address the address of the account again. */
  givesAddressBack?: boolean
  /** The values that the sentences of this kind contain. */
  values?: NoticeValues
}

const DAY = 86_400

/** Queues a mail about an event of an account, and shows it in the app if its kind is shown there, in the event's transaction. */
export async function enqueueNotice(db: Database, notice: NewNotice): Promise<void> {
  const { kind, email, userId, givesAddressBack = false, values = {} } = notice
  if (userId !== undefined) await addInAppNotice(db, { kind, to: eq(user.id, userId), path: '/app/account', values })
  if (userId !== undefined && (await isTurnedOff(db, kind, userId))) return
  if (userId !== undefined && (await countMailAndCheckLimit(db, kind, userId))) return
  const token =
    userId === undefined || hasAdvice(kind)
      ? undefined
      : await createNoticeLink(db, { userId, email, kind, givesAddressBack })
  await queueNotices(db, [encryptNotice(notice, token === undefined ? undefined : { token, givesAddressBack })])
}

function encryptNotice({ kind, email, language, values = {} }: NewNotice, link?: NoticeContent['link']): NoticeJob {
  const content: NoticeContent = { email, values, link }
  const sealedNotice = encrypt(environment().secret, PURPOSE, JSON.stringify(content))
  return { noticeId: crypto.randomUUID(), kind, sealedNotice, language }
}

async function queueNotices(db: Database, notices: NoticeJob[]): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${NOTICE_TASK}, notice, max_attempts => 12)
    from json_array_elements(${JSON.stringify(notices)}::json) as notice`)
}

/**
 * Queues a mail to every administrator who isn't banned, and shows the notice in the app if its kind is shown there, in the
 * transaction of the event that it reports.
 * @param path the page that the notice leads to in the app
 * @param isOfNewcomer whether the event is a new administrator; administrators who never signed in are then left out, because
 * many can be added at once
 */
export async function notifyAdministrators(
  db: Database,
  { kind, ...values }: NoticeValues & { kind: AdministratorsNotice },
  { isOfNewcomer = false, path = '/app/account' } = {},
): Promise<void> {
  const recipients = and(
    eq(user.role, 'admin'),
    not(isBannedNow),
    isOfNewcomer ? isNotNull(user.lastSignInAt) : undefined,
  )
  await addInAppNotice(db, { kind, to: recipients, path, values })
  if (!isMailed(kind)) return
  const administrators = await db.select({ email: user.email, language: user.language }).from(user).where(recipients)
  await queueNotices(
    db,
    administrators.map(({ email, language }) => encryptNotice({ kind, email, language, values })),
  )
}

const PURPOSE = 'notice-mail'

/** Decrypts the content of a notice. @throws if no secret decrypts it */
export function decryptNotice({ sealedNotice }: NoticeJob): NoticeContent {
  return JSON.parse(decrypt(acceptedSecrets(), PURPOSE, sealedNotice)) as NoticeContent
}

/**
 * Decrypts the data of a job. If the secret that encrypted it is no longer accepted, retries are pointless, so this logs an error
 * and the job is dropped.
 * @param about the fields that identify the job in the log
 * @returns undefined if the data cannot be decrypted
 */
export function decryptJobData<T>(open: () => T, about: Record<string, string>): T | undefined {
  try {
    return open()
  } catch {
    log.error(
      { event: 'mail.decryption_failed', ...about },
      'the email was queued with another BETTER_AUTH_SECRET and is dropped; a user who waits for a code can request a new one',
    )
    return undefined
  }
}

/** Whether the user has turned off mails of this kind. */
async function isTurnedOff(db: Database, kind: NoticeKind, userId: string): Promise<boolean> {
  if (!isOptionalNotice(kind)) return false
  const [record] = await db.select({ muted: user.mutedNotices }).from(user).where(eq(user.id, userId))
  return record?.muted.includes(kind) === true
}

/** Counts a mail of this kind. @returns whether the user already got the maximum today: more mails would only hide the others */
async function countMailAndCheckLimit(db: Database, kind: NoticeKind, userId: string): Promise<boolean> {
  const rateLimit = { key: `notice:${kind}:${userId}`, count: appConfig.notices.ofAKindPerDay, seconds: DAY }
  return (await tryConsumeRateLimits(db, [rateLimit])) > 0
}
