import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { LOCKS } from '#db/locks.ts'
import { ownDatabase } from '#db/test-database.ts'
import { freeOrphanedJobs, holdWorkerLocks } from './worker-lock.server.ts'

/** An interval so long that nothing happens by itself in a test. */
const NEVER_MS = 60 * 60_000
const database = ownDatabase()
// A database role can end only its own connections, so the locks must be held by the role of this process.
database.isOfProcess()

beforeEach(() =>
  database.withDatabase(async (db) => void (await db.execute(sql`delete from graphile_worker._private_jobs`))),
)

test('jobs of a running worker stay locked by it, even when its connection is lost', () =>
  database.withDatabase(async (db) => {
    const { hold } = startProcess()
    hold('living')
    await addJob(db, 'living')
    let suspects = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      await untilLockIsHeld(db, 'living')
      await endLocks(db)
      suspects = await freeOrphanedJobs(db, ['looking'], suspects)
      await untilLockIsHeld(db, 'living')
      suspects = await freeOrphanedJobs(db, ['looking'], suspects)
      expect(suspects).toEqual(new Set())
      expect(await holdersOf(db)).toEqual(['living'])
    }
  }))

test('jobs of a dead worker are freed by the second check, and jobs of other workers are not', () =>
  database.withDatabase(async (db) => {
    await addJob(db, 'dead')
    await addJob(db, 'dead')
    await addJob(db, 'at work')
    startProcess().hold('at work')
    await untilLockIsHeld(db, 'at work')
    const suspects = await freeOrphanedJobs(db, ['looking'], new Set())
    expect(await holdersOf(db)).toEqual(['at work', 'dead', 'dead'])
    await freeOrphanedJobs(db, ['looking'], suspects)
    expect(await holdersOf(db)).toEqual(['at work', null, null])
  }))

test('each process checks for dead workers regularly, and never frees jobs of its own workers', () =>
  database.withDatabase(async (db) => {
    const { hold } = startProcess({ lookEveryMs: 100 })
    for (const workerId of ['one', 'two']) {
      hold(workerId)
      await addJob(db, workerId)
    }
    await addJob(db, 'dead')
    await vi.waitFor(async () => expect(await holdersOf(db)).toEqual(['one', 'two', null]), { timeout: 20_000 })
  }))

test('jobs of a stopped worker are freed for its successor, while other workers of the process keep theirs', () =>
  database.withDatabase(async (db) => {
    const { hold } = startProcess()
    const letGo = hold('first')
    hold('beside')
    await addJob(db, 'first')
    await addJob(db, 'beside')
    await untilLockIsHeld(db, 'beside')
    await untilLockIsHeld(db, 'first')
    letGo()
    startProcess({ lookEveryMs: 100 }).hold('second')
    await vi.waitFor(async () => expect(await holdersOf(db)).toEqual(['beside', null]), { timeout: 20_000 })
  }))

test('new jobs of a worker without a lock are not freed, because nodes of an older release hold no locks', () =>
  database.withDatabase(async (db) => {
    let suspects = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      await addJob(db, 'without a lock')
      suspects = await freeOrphanedJobs(db, ['looking'], suspects)
      expect(await holdersOf(db)).toEqual(['without a lock'])
      await db.execute(sql`delete from graphile_worker._private_jobs`)
    }
  }))

function startProcess({ lookEveryMs = NEVER_MS } = {}) {
  const locks = holdWorkerLocks({ databaseUrl: process.env.DATABASE_URL ?? '', lookEveryMs, retryMs: 20 })
  onTestFinished(locks.stop)
  return locks
}

/** Adds a job that a worker has locked. */
async function addJob(db: Database, workerId: string): Promise<void> {
  const [job] = await db.execute(sql`select id from graphile_worker.add_job('some-task')`)
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = ${workerId}, locked_at = clock_timestamp()
    where id = ${job?.id}`)
}

async function untilLockIsHeld(db: Database, workerId: string): Promise<void> {
  const free = async () => {
    const [row] = await db.execute(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${workerId}, ${LOCKS.worker})) as "isFree"`,
    )
    return row?.isFree
  }
  await vi.waitFor(async () => expect(await free()).toBe(false), { timeout: 20_000, interval: 10 })
}

/** Ends the connections of all locks, and waits until the locks are released. */
async function endLocks(db: Database): Promise<void> {
  const ended = await db.execute(sql`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
  expect(ended).toHaveLength(1)
}

async function holdersOf(db: Database): Promise<(string | null)[]> {
  const rows = await db.execute<{ holder: string | null }>(
    sql`select locked_by as holder from graphile_worker.jobs order by locked_by nulls last`,
  )
  return rows.map(({ holder }) => holder)
}
