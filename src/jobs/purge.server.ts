import { sql, type SQL, type Table } from 'drizzle-orm'
import { database, type Database } from '#db/client.ts'
import { log } from '#lib/log.server.ts'
import * as z from 'zod/mini'
import { isRecurring } from './dead-jobs.server.ts'
import { defineTask, type Task } from './define-task.server.ts'

/** So many rows are removed at once: well within the time a statement may take. */
export const BATCH = 5_000

/** Rows that run out, by the database's clock. */
export interface Expiry {
  table: Table
  /** Whether a row may go; its columns are those of the table. */
  isOver: SQL
}

/** A feature's part of the hourly purge. */
export interface PurgeParts {
  /** Done each hour, before anything is removed. */
  hourly?: ((db: Database) => Promise<void>)[]
  /** Removed in this order. */
  expires?: Expiry[]
}

/** Defines the hourly work of the queue that removes what has run out. */
export function purgeTask(parts: PurgeParts[]): Task {
  return defineTask({
    name: 'purge-expired',
    payload: z.unknown(),
    run: () => purgeExpired(database(), parts),
    cron: { match: '17 * * * *' },
  })
}

/**
 * Removes what has run out, in batches, so that nobody waits long for a row that is being removed.
 * @throws {AggregateError} what failed, once everything else is done
 */
export async function purgeExpired(db: Database, parts: PurgeParts[]): Promise<void> {
  const steps = [
    ...parts.flatMap(({ hourly = [] }) => hourly.map((step) => () => step(db))),
    ...parts.flatMap(({ expires = [] }) => expires.map((expiry) => () => remove(db, expiry))),
    () => forgetDeadJobs(db),
  ]
  const failures: unknown[] = []
  // What one of them cannot do now, because it takes too long or a row is held, shall not keep the others from their part.
  for (const step of steps)
    await step().catch((failure: unknown) => {
      log.warn({ event: 'purge.step_failed', name: failure instanceof Error ? failure.name : 'unknown' })
      failures.push(failure)
    })
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of the steps of the purge failed`)
}

/** Runs a statement that changes some rows, `BATCH` at most, until it finds none. */
export async function untilNoneIsLeft(db: Database, statement: SQL): Promise<void> {
  let changed: number
  do changed = (await db.execute(statement)).count
  while (changed > 0)
}

function remove(db: Database, { table, isOver }: Expiry): Promise<void> {
  // Asked again at the end: one may have been had back at this moment.
  return untilNoneIsLeft(
    db,
    sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOver} limit ${BATCH})) and ${isOver}`,
  )
}

async function forgetDeadJobs(db: Database): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select jobs.id from graphile_worker._private_jobs as jobs
      where attempts >= max_attempts and locked_at is null
        and (${isRecurring} or updated_at < now() - interval '30 days') limit ${BATCH}))`)
}
