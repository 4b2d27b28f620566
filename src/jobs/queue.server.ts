import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBannedNow } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { spend } from '#db/throttle.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import { seal, unseal } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import { isOptionalNotice, type AdministratorsNotice, type NoticeKind } from '#mail/notice-kinds.ts'
import type { NoticeValues } from '#mail/notice-mail.server.ts'
import { createNoticeLink } from './notice-link.server.ts'

/** The name of the task that sends a notice. */
export const NOTICE_TASK = 'send-account-notice'

/** The name of that task for nodes of the release before. */
export const OLDER_NOTICE_TASK = 'send-notice'

/** The data of the job that sends a notice. What it says travels sealed, for the queue is a table that many may read. */
export interface NoticeJob {
  noticeId: string
  kind: NoticeKind
  /** A `SealedNotice`. */
  sealedNotice: string
  language: string | null
}

interface SealedNotice {
  email: string
  values: NoticeValues
  link: { token: string; givesAddressBack: boolean } | undefined
}

interface Notice {
  kind: NoticeKind
  email: string
  /** The receiver's; null where it is not known. */
  language: string | null
  /**
   * The person whose account it is. With it, the mail has a link by which its reader says that it was not them, and there are
   * so many mails of a kind a day at most.
   */
  personId?: string
  /** Whether that link gives the account the address back that the mail goes to. */
  givesAddressBack?: boolean
  /** What the sentences of this kind name. */
  values?: NoticeValues
}

const DAY = 86_400

/** Queues a mail that tells what happened to an account, in the transaction of what happened. */
export async function enqueueNotice(db: Database, notice: Notice): Promise<void> {
  const { kind, email, personId, givesAddressBack = false } = notice
  if (personId !== undefined && (await isUnwanted(db, kind, personId))) return
  if (personId !== undefined && (await isFlooded(db, kind, personId))) return
  const token =
    personId === undefined ? undefined : await createNoticeLink(db, { userId: personId, email, kind, givesAddressBack })
  await queueNotices(db, [sealNotice(notice, token === undefined ? undefined : { token, givesAddressBack })])
}

function sealNotice({ kind, email, language, values = {} }: Notice, link?: SealedNotice['link']): NoticeJob {
  const sealed: SealedNotice = { email, values, link }
  const sealedNotice = seal(environment().secret, SEAL, JSON.stringify(sealed))
  return { noticeId: crypto.randomUUID(), kind, sealedNotice, language }
}

async function queueNotices(db: Database, notices: NoticeJob[]): Promise<void> {
  // Not the older task: nodes of the release before would take that, and do not know the kinds of this one.
  await db.execute(sql`
    select graphile_worker.add_job(${NOTICE_TASK}, notice, max_attempts => 12)
    from json_array_elements(${JSON.stringify(notices)}::json) as notice`)
}

/**
 * Queues a mail to every administrator, in the transaction of what it tells.
 * @param isOfNewcomer leaves out those who were added as well and never came: many are added at once, who shall get no mail
 */
export async function notifyAdministrators(
  db: Database,
  { kind, ...values }: NoticeValues & { kind: AdministratorsNotice },
  { isOfNewcomer = false } = {},
): Promise<void> {
  const administrators = await db
    .select({ email: user.email, language: user.language })
    .from(user)
    .where(and(eq(user.role, 'admin'), not(isBannedNow), isOfNewcomer ? isNotNull(user.lastSignInAt) : undefined))
  await queueNotices(
    db,
    administrators.map(({ email, language }) => sealNotice({ kind, email, language, values })),
  )
}

const SEAL = 'notice-mail'

/** The data of the job `send-notice` from nodes of the release before, which seal the address alone. */
export type OlderNoticeJob = Omit<NoticeJob, 'sealedNotice'> & { sealedEmail: string }

/** Opens what `enqueueNotice` sealed, on a node of this release or of the one before. @throws when no secret opens it */
export function openNotice(job: NoticeJob | OlderNoticeJob): SealedNotice {
  if ('sealedEmail' in job)
    return { email: unseal(acceptedSecrets(), SEAL, job.sealedEmail), values: {}, link: undefined }
  return JSON.parse(unseal(acceptedSecrets(), SEAL, job.sealedNotice)) as SealedNotice
}

/**
 * Opens what was sealed for a job. What was sealed for a secret that is none any more never opens: the job is given up,
 * loudly, and not tried for days.
 * @param about what the log says of the job
 * @returns undefined where it does not open
 */
export function openSealed<T>(open: () => T, about: Record<string, string>): T | undefined {
  try {
    return open()
  } catch {
    log.error(
      { event: 'mail.cannot_be_opened', ...about },
      'queued for another BETTER_AUTH_SECRET: the mail is given up; whoever waits for a code can ask anew',
    )
    return undefined
  }
}

/** Whether the person has turned off mails of this kind. */
async function isUnwanted(db: Database, kind: NoticeKind, personId: string): Promise<boolean> {
  if (!isOptionalNotice(kind)) return false
  const [person] = await db.select({ muted: user.mutedNotices }).from(user).where(eq(user.id, personId))
  return person?.muted.includes(kind) === true
}

/** One of each kind is what counts: a hundred more of it would only hide the others. */
async function isFlooded(db: Database, kind: NoticeKind, personId: string): Promise<boolean> {
  const budget = { key: `notice:${kind}:${personId}`, count: appConfig.notices.ofAKindPerDay, seconds: DAY }
  return (await spend(db, [budget])) > 0
}
