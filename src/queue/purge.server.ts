import { sql, type SQL, type Table } from 'drizzle-orm'
import { database, type Database } from '#db/client.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import * as z from 'zod/mini'
import { isRecurring } from './dead-jobs.server.ts'
import { defineTask, type Task } from './define-task.server.ts'

/** The maximum number of rows that a statement removes, few enough to stay far below its time limit. */
export const BATCH_SIZE = 5_000

/** Rows that expire, by the database's clock. */
export interface Expiry {
  table: Table
  /** The condition for expired rows, on columns of the table. */
  isOver: SQL
}

/** A feature's part of the hourly purge. */
export interface PurgeParts {
  /** Steps that run every hour, before expired rows are removed. */
  hourly?: ((db: Database) => Promise<void>)[]
  /** The rows to remove, in this order. */
  expires?: Expiry[]
}

/** Defines the hourly task that removes expired rows. */
export function createPurgeTask(parts: PurgeParts[]): Task {
  return defineTask({
    name: 'purge-expired',
    payload: z.unknown(),
    run: () => purgeExpired(database(), parts),
    cron: { match: '17 * * * *' },
  })
}

/**
 * Removes expired rows in batches, so that no request waits long for a row that is being removed.
 * @throws {AggregateError} with the errors of the steps that failed, once all steps have run
 */
export async function purgeExpired(db: Database, parts: PurgeParts[]): Promise<void> {
  const steps = [
    ...parts.flatMap(({ hourly = [] }) => hourly.map((step) => () => step(db))),
    ...parts.flatMap(({ expires = [] }) => expires.map((expiry) => () => deleteExpired(db, expiry))),
    () => deleteDeadJobs(db),
  ]
  const failures: unknown[] = []
  // A step that fails, because it takes too long or a row is locked, must not keep the others from running.
  for (const step of steps)
    await step().catch((failure: unknown) => {
      log.warn({ event: 'purge.step_failed', name: nameOfError(failure) }, 'a purge step failed; it is retried')
      failures.push(failure)
    })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the steps of the purge failed`)
}

/** Repeats a statement that changes at most `BATCH_SIZE` rows until no row is changed. */
export async function repeatUntilUnchanged(db: Database, statement: SQL): Promise<void> {
  let changed: number
  do changed = (await db.execute(statement)).count
  while (changed > 0)
}

function deleteExpired(db: Database, { table, isOver }: Expiry): Promise<void> {
  // The condition is repeated at the end, because a row selected for removal might have been restored.
  return repeatUntilUnchanged(
    db,
    sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOver} limit ${BATCH_SIZE})) and ${isOver}`,
  )
}

async function deleteDeadJobs(db: Database): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select jobs.id from graphile_worker._private_jobs as jobs
      where attempts >= max_attempts and locked_at is null
        and (${isRecurring} or updated_at < now() - interval '30 days') limit ${BATCH_SIZE}))`)
}
