import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { mainDatabase, type Database } from '#db/client.ts'
import { log } from '#lib/log.server.ts'

/** How often to look for jobs whose time has come, in milliseconds; new ones are told of at once. */
const LOOK_EVERY_MS = 2_000

/** Workers of this process that wait for jobs of some tasks. */
export interface Waiting {
  /** By their names. */
  tasks: Record<string, unknown>
  concurrency: number
  /** Has so many workers look for jobs. */
  nudge: (count: number) => void
}

/**
 * Looks for jobs whose time has come, of all tasks by one statement, and has workers take them. @returns what ends that
 */
export function keepLooking(waiting: Set<Waiting>): () => Promise<void> {
  const stopping = new AbortController()
  let isFailing = false
  async function look() {
    while (!stopping.signal.aborted) {
      try {
        await wakeForDue(mainDatabase(), [...waiting])
        isFailing = false
      } catch (error) {
        // Said once for each time that the database is away.
        if (!isFailing)
          log.warn(
            { event: 'queue.look_failed', name: error instanceof Error ? error.name : 'unknown' },
            'jobs whose time has come cannot be looked for',
          )
        isFailing = true
      }
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const looked = look()
  return () => {
    stopping.abort()
    return looked
  }
}

/** Has as many workers of each kind look for jobs as there are due. */
export async function wakeForDue(db: Database, waiting: Waiting[]): Promise<void> {
  if (waiting.length === 0) return
  const kinds = waiting.map(({ tasks, concurrency }) => ({ tasks: Object.keys(tasks), concurrency }))
  const due = await db.execute<{ count: number }>(sql`
    select (
      select count(*)::int from (
        select from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
        where job.is_available and job.run_at <= now() and queue.is_available is not false
          and task.identifier in (select jsonb_array_elements_text(kind.tasks))
        limit kind.concurrency
      ) as due
    ) as count
    from rows from (jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as (tasks jsonb, concurrency int))
      with ordinality as kind (tasks, concurrency, place)
    order by kind.place`)
  due.forEach(({ count }, place) => count > 0 && waiting[place]?.nudge(count))
}
