import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WorkerEvents } from 'graphile-worker'
import { mainDatabase, type Database } from '#db/client.ts'
import { log } from '#lib/log.server.ts'

/** Two looks are at least so far apart, in milliseconds: a job begins no later than this after its time. */
const LOOK_AT_MOST_EVERY_MS = 2_000
/** Where the database tells of new jobs, the next look is so late at most: for what a node knew of that has died. */
const LOOK_AT_LEAST_EVERY_MS = 5_000

/** Workers of this process that wait for jobs of some tasks. */
export interface Waiting {
  /** By their names. */
  tasks: Record<string, unknown>
  concurrency: number
  /** Has so many workers look for jobs. */
  nudge: (count: number) => void
}

/** The looks of a process for jobs whose time has come. */
export interface Looks {
  /** Looks for these workers too, and when their library says what changes the queue. @returns what ends that */
  serve: (waiting: Waiting, events: WorkerEvents) => () => void
  stop: () => Promise<void>
}

/**
 * Looks for jobs whose time has come, of all tasks by one statement, and has workers take them. It sleeps until the next one is
 * due: new jobs are told of by the database, and those to be tried again by who failed at them.
 */
export function lookForDueJobs({
  atMostEveryMs = LOOK_AT_MOST_EVERY_MS,
  atLeastEveryMs = LOOK_AT_LEAST_EVERY_MS,
} = {}): Looks {
  const served = new Set<Waiting>()
  /** Those whom the database tells of new jobs. */
  const told = new Set<Waiting>()
  const stopping = new AbortController()
  let sleeping = new AbortController()
  const wake = () => sleeping.abort()
  let isFailing = false

  async function look(): Promise<number> {
    try {
      const dueInMs = await wakeForDue(mainDatabase(), [...served])
      isFailing = false
      return told.size < served.size ? 0 : dueInMs
    } catch (error) {
      // Said once for each time that the database is away.
      if (!isFailing)
        log.warn(
          { event: 'queue.look_failed', name: error instanceof Error ? error.name : 'unknown' },
          'jobs whose time has come cannot be looked for',
        )
      isFailing = true
      return 0
    }
  }

  async function lookOnAndOn() {
    while (!stopping.signal.aborted) {
      sleeping = new AbortController()
      const { signal } = sleeping
      const sleepMs = Math.min(await look(), atLeastEveryMs) - atMostEveryMs
      await sleep(atMostEveryMs, stopping.signal)
      if (sleepMs > 0) await sleep(sleepMs, AbortSignal.any([stopping.signal, signal]))
    }
  }

  const looked = lookOnAndOn()
  return {
    serve: (waiting, events) => {
      served.add(waiting)
      events.on('pool:listen:success', () => told.add(waiting))
      events.on('pool:listen:error', () => told.delete(waiting))
      events.on('pool:listen:notification', wake)
      events.on('job:complete', ({ error }) => error && wake())
      return () => {
        served.delete(waiting)
        told.delete(waiting)
      }
    },
    stop: () => {
      stopping.abort()
      return looked
    },
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/**
 * Has as many workers of each kind look for jobs as there are due.
 * @returns in how many milliseconds the next job is due that is not due yet, 0 where others are; infinity where there is none
 */
export async function wakeForDue(db: Database, waiting: Waiting[]): Promise<number> {
  if (waiting.length === 0) return 0
  const kinds = waiting.map(({ tasks, concurrency }) => ({ tasks: Object.keys(tasks), concurrency }))
  const due = await db.execute<{ count: number; nextInMs: number | null }>(sql`
    select (
      select count(*)::int from (
        select from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
        where job.is_available and job.run_at <= now() and queue.is_available is not false
          and task.identifier in (select jsonb_array_elements_text(kind.tasks))
        limit kind.concurrency
      ) as due
    ) as count, (
      select extract(epoch from min(job.run_at) - now())::float * 1000 from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where job.is_available and job.run_at > now()
        and task.identifier in (select jsonb_array_elements_text(kind.tasks))
    ) as "nextInMs"
    from rows from (jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as (tasks jsonb, concurrency int))
      with ordinality as kind (tasks, concurrency, place)
    order by kind.place`)
  due.forEach(({ count }, place) => count > 0 && waiting[place]?.nudge(count))
  return Math.min(...due.map(({ count, nextInMs }) => (count > 0 ? 0 : Math.ceil(nextInMs ?? Infinity))))
}
