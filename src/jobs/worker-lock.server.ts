import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connectionOptions, databaseOn, type Database } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { withDeadlines } from '#db/deadlines.ts'
import { LOCKS } from '#db/locks.ts'
import { log } from '#lib/log.server.ts'

/** How often to look for the jobs of dead workers, in milliseconds. A worker that lost its lock has so long to take it again. */
const LOOK_EVERY_MS = 10_000
/** How long to wait before connecting again, in milliseconds. */
const RETRY_MS = 500

interface Options {
  databaseUrl: string
  /** What the worker's jobs are marked with. */
  workerId: string
  lookEveryMs?: number
}

/**
 * Says for as long as this process lives that a worker does: by a lock that the database takes away with the connection,
 * however the process ends, and leaves to one that is merely frozen. Frees, all the while, the jobs of workers whose lock
 * nobody holds, for others to take.
 * @returns what gives the lock back, to be called when no job of the worker is under way any more
 */
export function holdWorkerLock({ databaseUrl, workerId, lookEveryMs = LOOK_EVERY_MS }: Options): () => Promise<void> {
  const stopping = new AbortController()

  async function hold() {
    while (!stopping.signal.aborted) {
      const connection = connect(databaseUrl)
      const isOver = AbortSignal.any([stopping.signal, connection.lost])
      try {
        await lock(connection.db, workerId)
        await freeJobsOfTheDead(connection.db, workerId, lookEveryMs, isOver)
      } catch {
        // Away: the pages and calls that needed the database have it in the log.
      }
      await connection.close()
      await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const held = hold()
  return () => {
    stopping.abort()
    return held
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

async function lock(db: Database, workerId: string) {
  // Where a machine loses its power, nobody tells the database that the connection has ended: it asks after 10 seconds.
  await db.execute(sql`
    select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '2', false)`)
  await db.execute(sql`select pg_advisory_lock(hashtextextended(${workerId}, ${LOCKS.worker}))`)
}

/** Frees what was found abandoned twice: after a crash of the database every living worker needs a moment for its lock. */
async function freeJobsOfTheDead(db: Database, ownId: string, everyMs: number, isOver: AbortSignal) {
  let suspects = new Set<string>()
  while (!isOver.aborted) {
    const abandoned = await findAbandoned(db, ownId)
    const dead = abandoned.filter(({ workerId, since }) => suspects.has(`${workerId} ${since}`))
    for (const { workerId } of dead) {
      await db.execute(sql`select graphile_worker.force_unlock_workers(array[${workerId}])`)
      log.warn({ event: 'worker.jobs_taken_over', workerId }, 'a worker died at its jobs: others take them')
    }
    suspects = new Set(abandoned.map(({ workerId, since }) => `${workerId} ${since}`))
    await pause(everyMs, undefined, { signal: isOver }).catch(() => undefined)
  }
}

/** Workers that have jobs and whose lock is to be had, with the time of their oldest job. The library knows no better. */
async function findAbandoned(db: Database, ownId: string) {
  return db.execute<{ workerId: string; since: string }>(sql`
    select worker_id as "workerId", since from (
      select locked_by as worker_id, min(locked_at)::text as since from graphile_worker.jobs
      where locked_by <> ${ownId} group by locked_by
    ) as others
    where pg_try_advisory_xact_lock(hashtextextended(worker_id, ${LOCKS.worker}))`)
}
