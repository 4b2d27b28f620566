import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isMailJob } from './dead-jobs.server.ts'

/** Counts of the work in the queue. */
export interface QueueState {
  /** The number of jobs that could run now, including running ones. */
  due: number
  /** The number of jobs that wait for their time. Most of them failed and will be retried. */
  scheduled: number
  /** The number of emails that are no longer retried. */
  dead: number
  /** Seconds since the oldest due job became due; 0 without due jobs. */
  oldestDueSeconds: number
}

const EMPTY_QUEUE: QueueState = { due: 0, scheduled: 0, dead: 0, oldestDueSeconds: 0 }

/** Counts the jobs in the queue. */
export async function readQueueState(db: Database): Promise<QueueState> {
  const [state] = await db.execute<QueueState & Record<string, unknown>>(sql`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
           count(*) filter (where attempts < max_attempts and run_at > now())::int as scheduled,
           count(*) filter (where attempts >= max_attempts and locked_at is null and ${isMailJob})::int as dead,
           coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float
             as "oldestDueSeconds"
    from graphile_worker._private_jobs as jobs`)
  return state ?? EMPTY_QUEUE
}
