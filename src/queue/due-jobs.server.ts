import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WorkerEvents } from 'graphile-worker'
import { mainDatabase, type Database } from '#db/client.ts'
import { log, nameOfError } from '#lib/log.server.ts'

/** The shortest time between two checks, in milliseconds. A job begins at most this late. */
const MIN_CHECK_INTERVAL_MS = 2_000
/** The longest time between two checks, in milliseconds; short, because a node that waits for a retry might die. */
const MAX_CHECK_INTERVAL_MS = 5_000

/** Workers of this process that wait for jobs of some tasks. */
export interface WaitingWorkers {
  /** The tasks by name. */
  tasks: Record<string, unknown>
  concurrency: number
  /** Makes this many workers look for jobs. */
  nudge: (count: number) => void
}

/** The checks of a process for due jobs. */
export interface DueJobChecks {
  /** Adds workers to the checks. Events of their library can cause an earlier check. @returns a function that removes them */
  serve: (waiting: WaitingWorkers, events: WorkerEvents) => () => void
  stop: () => Promise<void>
}

/**
 * Checks for due jobs of all tasks in one statement, and wakes workers for them. Then sleeps until the next job is due, unless
 * the database notifies of new jobs, or a job of this process fails and must be retried.
 */
export function startDueJobChecks({
  atMostEveryMs = MIN_CHECK_INTERVAL_MS,
  atLeastEveryMs = MAX_CHECK_INTERVAL_MS,
} = {}): DueJobChecks {
  const served = new Set<WaitingWorkers>()
  /** The workers that the database notifies of new jobs. */
  const listening = new Set<WaitingWorkers>()
  const stopping = new AbortController()
  let sleeping = new AbortController()
  const wake = () => sleeping.abort()
  let isFailing = false

  async function look(): Promise<number> {
    try {
      const dueInMs = await wakeWorkersForDueJobs(mainDatabase(), [...served])
      isFailing = false
      return listening.size < served.size ? 0 : dueInMs
    } catch (error) {
      // Log once for each outage of the database.
      if (!isFailing) log.warn({ event: 'queue.check_failed', name: nameOfError(error) }, 'could not query due jobs')
      isFailing = true
      return 0
    }
  }

  async function checkRepeatedly() {
    while (!stopping.signal.aborted) {
      sleeping = new AbortController()
      const { signal } = sleeping
      const sleepMs = Math.min(await look(), atLeastEveryMs) - atMostEveryMs
      await sleep(atMostEveryMs, stopping.signal)
      if (sleepMs > 0) await sleep(sleepMs, AbortSignal.any([stopping.signal, signal]))
    }
  }

  const looked = checkRepeatedly()
  return {
    serve: (waiting, events) => {
      served.add(waiting)
      events.on('pool:listen:success', () => listening.add(waiting))
      events.on('pool:listen:error', () => listening.delete(waiting))
      events.on('pool:listen:notification', wake)
      events.on('job:complete', ({ error }) => error && wake())
      return () => {
        served.delete(waiting)
        listening.delete(waiting)
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
 * Makes as many workers of each kind look for jobs as there are due jobs.
 * @returns milliseconds until the next job is due, 0 if a job is due already, infinity if there are no jobs
 */
export async function wakeWorkersForDueJobs(db: Database, waiting: WaitingWorkers[]): Promise<number> {
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
