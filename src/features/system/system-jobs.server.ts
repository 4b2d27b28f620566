import { sql, type SQL } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { isMailJob, MAIL_REFUSED_PREFIX } from '#queue/dead-jobs.server.ts'
import { decryptNotice, type NoticeJob } from '#queue/queue.server.ts'
import { AppError } from '#lib/app-error.ts'
import { maskEmail } from '#lib/mask.ts'
import { decryptCodeAndAddress, type CodeMailJob } from '#one-time-code/code-mail.server.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'

/** The job of an email that is no longer retried, usually because the mail server rejected it. */
export interface DeadMailJob {
  id: string
  task: string
  /** The masked recipient of the email; null if the job does not contain the recipient, or it cannot be decrypted. */
  maskedEmail: string | null
  /** The response code with which the mail server rejected the email; null if something else failed. */
  reason: string | null
  attempts: number
  /** ISO 8601 */
  failedAt: string
}

/** Lists the dead jobs of emails, latest first. */
export function listDeadMailJobs(db: Database, limit: number): Promise<DeadMailJob[]> {
  return readDeadMailJobs(db, sql`true`, limit)
}

/** Finds the dead job of an email by its number. */
export async function findDeadMailJob(db: Database, id: string): Promise<DeadMailJob | undefined> {
  return (await readDeadMailJobs(db, sql`jobs.id = ${id}::bigint`, 1))[0]
}

async function readDeadMailJobs(db: Database, which: SQL, limit: number): Promise<DeadMailJob[]> {
  // Query the private tables, because the library's view has no payload, which holds the recipient.
  const rows = await db.execute<Row>(sql`
    select jobs.id::text, tasks.identifier as task, jobs.payload, jobs.last_error, jobs.attempts, jobs.updated_at::text
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where ${IS_DEAD} and ${isMailJob} and ${which} order by jobs.updated_at desc, jobs.id desc limit ${limit}`)
  return rows.map(({ id, task, payload, last_error: error, attempts, updated_at: failedAt }) => ({
    id,
    task,
    maskedEmail: maskedReceiver(payload),
    reason: error?.startsWith(MAIL_REFUSED_PREFIX)
      ? (/^[\w-]+/.exec(error.slice(MAIL_REFUSED_PREFIX.length))?.[0] ?? null)
      : null,
    attempts,
    failedAt: new Date(failedAt).toISOString(),
  }))
}

/** Retries the email of a dead job at once, with as many attempts as a new job. @throws {AppError} NOT_FOUND */
export function retryDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  return changeDeadJob(context, id, {
    action: 'mail-retried',
    change: sql`
      select pg_notify('jobs:insert', '{"count":1}')
      from graphile_worker.reschedule_jobs(array(${deadJob(id)}), run_at => now(), attempts => 0)`,
  })
}

/** Discards the email of a dead job. @throws {AppError} NOT_FOUND */
export function dropDeadJob(context: ServiceContext, { id }: { id: string }): Promise<void> {
  const change = sql`select graphile_worker.complete_jobs(array(${deadJob(id)}))`
  return changeDeadJob(context, id, { action: 'mail-dropped', change })
}

/** Changes the dead job of an email with a statement that returns a row if the job exists, and records the action. */
function changeDeadJob(
  context: ServiceContext,
  id: string,
  { action, change }: { action: 'mail-retried' | 'mail-dropped'; change: SQL },
): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const job = await findDeadMailJob(context.db, id)
    if (!job || (await context.db.execute(change)).length === 0) throw new AppError('NOT_FOUND')
    // The ID is random, because other entries of the history do not refer to a job.
    await recordAudit(context, { action, subject: { id: crypto.randomUUID(), name: job.maskedEmail ?? job.task } })
  })
}

interface Row extends Record<string, unknown> {
  id: string
  task: string
  payload: NoticeJob | CodeMailJob | { id?: undefined }
  last_error: string | null
  attempts: number
  updated_at: string
}

const IS_DEAD = sql`jobs.attempts >= jobs.max_attempts and jobs.locked_at is null`

function deadJob(id: string) {
  return sql`select jobs.id from graphile_worker._private_jobs as jobs where jobs.id = ${id}::bigint and ${IS_DEAD} for update`
}

function maskedReceiver(payload: Row['payload']): string | null {
  try {
    if ('sealedNotice' in payload) return maskEmail(decryptNotice(payload).email)
    return 'sealedCode' in payload ? maskEmail(decryptCodeAndAddress(payload.sealedCode).email) : null
  } catch {
    return null
  }
}
