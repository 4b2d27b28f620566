import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { NOTICE_TASK, OLDER_NOTICE_TASK, type NoticeJob, type OlderNoticeJob } from './queue.server.ts'

/** The beginning of what the queue keeps of a failure that is about a mail; the reason follows. */
export const NOT_TAKEN = 'mail was not taken: '

/** The condition for jobs that the clock queued: it queues another, so that nobody misses one that is dead. */
export const isRecurring = sql`jobs.payload -> '_cron' is not null`

/** The failure that the queue keeps when a mail was not taken. */
export function mailNotTaken(reason: string, cause?: unknown): Error {
  return new Error(`${NOT_TAKEN}${reason}`, { cause })
}

/** Keeps a mail that was refused for good where administrators see it: as a job that is dead from the start. */
export async function keepDeadNotice(db: Database, job: NoticeJob | OlderNoticeJob, reason: string): Promise<void> {
  const task = 'sealedEmail' in job ? OLDER_NOTICE_TASK : NOTICE_TASK
  await db.transaction(async (transaction) => {
    const [added] = await transaction.execute<{ id: string }>(
      sql`select id from graphile_worker.add_job(${task}, ${JSON.stringify(job)}::json, max_attempts => 12)`,
    )
    await transaction.execute(
      sql`select graphile_worker.permanently_fail_jobs(array[${added?.id}]::bigint[], ${NOT_TAKEN + reason})`,
    )
  })
}
