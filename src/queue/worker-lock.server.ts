import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connectionOptions, databaseOn, type Database } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { withDeadlines } from '#db/deadlines.ts'
import { LOCKS } from '#db/locks.ts'
import { log } from '#lib/log.server.ts'

/** Milliseconds between checks for jobs of dead workers. A worker that lost its lock must take it again within this time. */
const CHECK_INTERVAL_MS = 10_000
const RETRY_MS = 500
/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface LockOptions {
  databaseUrl: string
  lookEveryMs?: number
  /** Milliseconds before the connection is opened again. */
  retryMs?: number
}

interface WorkerLocks {
  /**
   * Holds the lock of a worker.
   * @param workerId the id that marks the worker's jobs
   * @returns a function that releases the lock, to be called once no job of the worker is running
   */
  hold: (workerId: string) => () => void
  stop: () => Promise<void>
}

/**
 * Holds a database lock for each running worker of this process. If the process ends in any way, its connection closes and the
 * database releases the locks; a frozen process keeps them. Also frees the jobs of workers whose lock is not held, so that other
 * workers run them.
 */
export function holdWorkerLocks({
  databaseUrl,
  lookEveryMs = CHECK_INTERVAL_MS,
  retryMs = RETRY_MS,
}: LockOptions): WorkerLocks {
  const stopping = new AbortController()
  const workerIds = new Set<string>()
  let changing = new AbortController()

  async function holdRepeatedly() {
    while (!stopping.signal.aborted) {
      changing = new AbortController()
      const isOver = AbortSignal.any([stopping.signal, changing.signal])
      if (workerIds.size > 0) await hold([...workerIds], isOver)
      else await sleep(MAX_TIMER_MS, isOver)
    }
  }

  async function hold(ids: string[], isOver: AbortSignal) {
    const connection = openSingleConnection(databaseUrl)
    try {
      await lockWorkers(connection.db, ids)
      await watchOrphanedJobs(connection.db, ids, lookEveryMs, AbortSignal.any([isOver, connection.lost]))
    } catch {
      // The database is unavailable. Other queries that failed have logged this.
    }
    await connection.close()
    await sleep(retryMs, isOver)
  }

  const held = holdRepeatedly()
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
 * Runs work unless another process works on this queue. First frees all locked jobs, because the process that locked them has
 * died.
 */
export async function runIfOnlyWorker(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const { db, close } = openSingleConnection(databaseUrl)
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

/** Opens a connection, with a signal for its end. Later queries would use a new connection, which holds no locks. */
function openSingleConnection(databaseUrl: string) {
  const losing = new AbortController()
  const lose = () => losing.abort()
  const open = () =>
    openClient(databaseUrl, { ...connectionOptions(1), idle_timeout: 0, max_lifetime: null, onclose: lose })
  const { client, close } = withDeadlines(open, { onRecycle: lose })
  return { db: databaseOn(client), lost: losing.signal, close }
}

async function lockWorkers(db: Database, workerIds: string[]) {
  // If a machine loses power, its connections stay open; the database checks them after 10 seconds without data.
  await db.execute(sql`
    select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '2', false)`)
  await db.execute(sql`
    select pg_advisory_lock(hashtextextended(id, ${LOCKS.worker}))
    from unnest(${sql.param(workerIds)}::text[]) as id`)
}

async function watchOrphanedJobs(db: Database, ownIds: string[], everyMs: number, isOver: AbortSignal) {
  let suspects = new Set<string>()
  while (!isOver.aborted) {
    suspects = await freeOrphanedJobs(db, ownIds, suspects)
    await sleep(everyMs, isOver)
  }
}

/**
 * Frees the jobs of workers that look dead in two checks in a row. One check is not enough, because after a crash of the database
 * the living workers need a moment to take their locks again.
 * @returns the workers whose jobs the next check frees if they still look dead then
 */
export async function freeOrphanedJobs(db: Database, ownIds: string[], suspects: Set<string>): Promise<Set<string>> {
  const abandoned = await findAbandonedWorkers(db, ownIds)
  for (const { workerId, since } of abandoned) {
    if (!suspects.has(`${workerId} ${since}`)) continue
    await db.execute(sql`select graphile_worker.force_unlock_workers(array[${workerId}])`)
    log.warn({ event: 'worker.jobs_recovered', workerId }, 'a job worker died; other workers run its jobs')
  }
  return new Set(abandoned.map(({ workerId, since }) => `${workerId} ${since}`))
}

/** Finds workers that have jobs but don't hold their lock, with the time at which they took their oldest job. */
async function findAbandonedWorkers(db: Database, ownIds: string[]) {
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
