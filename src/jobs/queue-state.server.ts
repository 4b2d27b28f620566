import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isRecurring } from './dead-jobs.server.ts'

/** Counts of the work in the queue. */
export interface QueueState {
  /** Jobs that could run now, those under way included. */
  due: number
  /** Jobs that wait for their time: most of them were tried and will be tried again. */
  scheduled: number
  /** Jobs that nobody tries any more, and somebody may miss. */
  dead: number
  /** For how long the oldest job that is due has been so, in seconds; 0 where there is none. */
  oldestDueSeconds: number
}

/** Counts the jobs in the queue. */
export async function readQueueState(db: Database): Promise<QueueState> {
  const [state] = await db.execute<Record<keyof QueueState, unknown>>(sql`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
           count(*) filter (where attempts < max_attempts and run_at > now())::int as scheduled,
           count(*) filter (where attempts >= max_attempts and locked_at is null and not ${isRecurring})::int as dead,
           coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float
             as "oldestDueSeconds"
    from graphile_worker._private_jobs as jobs`)
  return {
    due: Number(state?.due),
    scheduled: Number(state?.scheduled),
    dead: Number(state?.dead),
    oldestDueSeconds: Number(state?.oldestDueSeconds),
  }
}
