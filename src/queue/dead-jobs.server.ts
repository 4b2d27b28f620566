import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { countEvent } from '#instrumentation/measure.server.ts'
import { log } from '#lib/log.server.ts'
import { PermanentMailError, errorReasonForLog } from '#mail/mail.ts'
import { NOTICE_TASK, type NoticeJob } from './queue.server.ts'

/** The beginning of the message that the queue keeps when a mail failed. The reason follows. */
export const MAIL_REFUSED_PREFIX = 'mail was not taken: '

/** The condition for jobs that a schedule queues. If such a job is dead, it does not matter, because another one follows. */
export const isRecurring = sql`jobs.payload -> '_cron' is not null`

/** The condition for jobs that send an email. The names of their tasks, and of no others, begin with `send-`. */
export const isMailJob = sql`jobs.task_id in (select id from graphile_worker._private_tasks where identifier like 'send-%')`

/** Returns the failure that the queue keeps when a mail was not accepted. */
export function mailRefusedError(reason: string, cause?: unknown): Error {
  return new Error(`${MAIL_REFUSED_PREFIX}${reason}`, { cause })
}

/**
 * Counts and logs a mail that the mail server did not accept.
 * @param about the fields that identify the mail in the log
 * @returns whether a retry cannot succeed
 */
export function reportRefusedMail(kind: 'code' | 'invitation' | 'notice', about: object, error: unknown): boolean {
  const isFinal = error instanceof PermanentMailError
  countEvent('app.mails', { kind, outcome: isFinal ? 'refused' : 'delayed' })
  log.warn(
    { event: 'mail.delivery_failed', ...about, isFinal, reason: errorReasonForLog(error) },
    'the mail server did not accept an email; it is sent again unless isFinal',
  )
  return isFinal
}

/** Stores a permanently refused mail as a dead job, so that administrators see it. */
export async function addDeadNoticeJob(db: Database, job: NoticeJob, reason: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const [added] = await transaction.execute<{ id: string }>(
      sql`select id from graphile_worker.add_job(${NOTICE_TASK}, ${JSON.stringify(job)}::json, max_attempts => 12)`,
    )
    await transaction.execute(
      sql`select graphile_worker.permanently_fail_jobs(array[${added?.id}]::bigint[], ${MAIL_REFUSED_PREFIX + reason})`,
    )
  })
}
