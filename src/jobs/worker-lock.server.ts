import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connectionOptions, databaseOn, type Database } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { withDeadlines } from '#db/deadlines.ts'
import { LOCKS } from '#db/locks.ts'
import { log } from '#lib/log.server.ts'

/** How often to look for the jobs of dead workers, in milliseconds. A worker that lost its lock has so long to take it again. */
const LOOK_EVERY_MS = 10_000
const RETRY_MS = 500
/** As long as a timer takes. */
const FOREVER_MS = 2 ** 31 - 1

interface Options {
  databaseUrl: string
  lookEveryMs?: number
  /** How long to wait before connecting again, in milliseconds. */
  retryMs?: number
}

/** The locks of the workers of a process. */
interface WorkerLocks {
  /**
   * Holds the lock of a worker.
   * @param workerId what its jobs are marked with
   * @returns what gives the lock back, to be called when no job of the worker is under way any more
   */
  hold: (workerId: string) => () => void
  stop: () => Promise<void>
}

/**
 * Says for as long as this process lives that its workers do: by locks that the database takes away with their connection,
 * however the process ends, and leaves to one that is merely frozen. Frees, all the while, the jobs of workers whose lock
 * nobody holds, for others to take.
 */
export function holdWorkerLocks({
  databaseUrl,
  lookEveryMs = LOOK_EVERY_MS,
  retryMs = RETRY_MS,
}: Options): WorkerLocks {
  const stopping = new AbortController()
  const workerIds = new Set<string>()
  let changing = new AbortController()

  async function holdOnAndOn() {
    while (!stopping.signal.aborted) {
      changing = new AbortController()
      const isOver = AbortSignal.any([stopping.signal, changing.signal])
      if (workerIds.size > 0) await hold([...workerIds], isOver)
      else await sleep(FOREVER_MS, isOver)
    }
  }

  async function hold(ids: string[], isOver: AbortSignal) {
    const connection = connect(databaseUrl)
    try {
      await lock(connection.db, ids)
      await freeJobsOfTheDead(connection.db, ids, lookEveryMs, AbortSignal.any([isOver, connection.lost]))
    } catch {
      // Away: the pages and calls that needed the database have it in the log.
    }
    await connection.close()
    await sleep(retryMs, isOver)
  }

  const held = holdOnAndOn()
  return {
    hold: (workerId) => {
      workerIds.add(workerId)
      changing.abort()
      return () => {
        workerIds.delete(workerId)
        changing.abort()
      }
    },
    stop: () => {
      stopping.abort()
      return held
    },
  }
}

/**
 * Works off the queue of a database where one process at a time does: whatever job another one holds, it died at it. Does nothing
 * while another is at it.
 */
export async function asOnlyWorker(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const { db, close } = connect(databaseUrl)
  try {
    const [lock] = await db.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_lock(${LOCKS.worker}) as "isOurs"`)
    if (lock?.isOurs !== true) return
    await db.execute(sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)
    await work()
  } finally {
    await close()
  }
}

/** One connection, and a signal for its end: what is asked of it after that would be asked of another, without the lock. */
function connect(databaseUrl: string) {
  const losing = new AbortController()
  const lose = () => losing.abort()
  const open = () =>
    openClient(databaseUrl, { ...connectionOptions(1), idle_timeout: 0, max_lifetime: null, onclose: lose })
  const { client, close } = withDeadlines(open, { onRecycle: lose })
  return { db: databaseOn(client), lost: losing.signal, close }
}

async function lock(db: Database, workerIds: string[]) {
  // Where a machine loses its power, nobody tells the database that the connection has ended: it asks after 10 seconds.
  await db.execute(sql`
    select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '2', false)`)
  await db.execute(sql`
    select pg_advisory_lock(hashtextextended(id, ${LOCKS.worker}))
    from unnest(${sql.param(workerIds)}::text[]) as id`)
}

async function freeJobsOfTheDead(db: Database, ownIds: string[], everyMs: number, isOver: AbortSignal) {
  let suspects = new Set<string>()
  while (!isOver.aborted) {
    suspects = await freeAbandoned(db, ownIds, suspects)
    await sleep(everyMs, isOver)
  }
}

/**
 * Frees the jobs of workers that were found dead at the last look and are again: after a crash of the database every living worker
 * needs a moment for its lock.
 * @returns whom the next look is to free, where it finds them as they are now
 */
export async function freeAbandoned(db: Database, ownIds: string[], suspects: Set<string>): Promise<Set<string>> {
  const abandoned = await findAbandoned(db, ownIds)
  for (const { workerId, since } of abandoned) {
    if (!suspects.has(`${workerId} ${since}`)) continue
    await db.execute(sql`select graphile_worker.force_unlock_workers(array[${workerId}])`)
    log.warn({ event: 'worker.jobs_taken_over', workerId }, 'a worker died at its jobs: others take them')
  }
  return new Set(abandoned.map(({ workerId, since }) => `${workerId} ${since}`))
}

/** Workers that have jobs and whose lock is to be had, with the time of their oldest job. The library knows no better. */
async function findAbandoned(db: Database, ownIds: string[]) {
  return db.execute<{ workerId: string; since: string }>(sql`
    select worker_id as "workerId", since from (
      select locked_by as worker_id, min(locked_at)::text as since from graphile_worker.jobs
      where locked_by <> all(${sql.param(ownIds)}::text[]) group by locked_by
    ) as others
    where pg_try_advisory_xact_lock(hashtextextended(worker_id, ${LOCKS.worker}))`)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal }).catch(() => undefined)
}
