import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { holdWorkerLock } from './worker-lock.server.ts'

/** Long enough for a connection to be made anew between two looks, on a busy machine too. */
const LOOK_EVERY_MS = 3_000
const database = ownDatabase()

test(
  'the jobs of a worker that lives stay with it, also when its connection is lost',
  () =>
    database.withDatabase(async (db) => {
      startWorker('living')
      startWorker('looking')
      await addJob(db, 'living')
      for (let round = 0; round < 3; round += 1) {
        await pause(2 * LOOK_EVERY_MS)
        await db.execute(sql`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and pid in (select pid from pg_stat_activity where usename = current_user)`)
      }
      await pause(3 * LOOK_EVERY_MS)
      expect(await holdersOf(db)).toEqual(['living'])
    }),
  90_000,
)

test('the jobs of a worker that has died are free soon, whatever others are at', () =>
  database.withDatabase(async (db) => {
    await db.execute(sql`delete from graphile_worker._private_jobs`)
    await addJob(db, 'dead')
    await addJob(db, 'dead')
    await addJob(db, 'at work')
    startWorker('at work')
    startWorker('looking')
    await vi.waitFor(async () => expect(await holdersOf(db)).toEqual(['at work', null, null]), { timeout: 20_000 })
  }))

test('the jobs of a worker that was stopped are free for the one that comes after', () =>
  database.withDatabase(async (db) => {
    await db.execute(sql`delete from graphile_worker._private_jobs`)
    const stop = startWorker('first')
    await addJob(db, 'first')
    await pause(3 * LOOK_EVERY_MS)
    await stop()
    startWorker('second')
    await vi.waitFor(async () => expect(await holdersOf(db)).toEqual([null]), { timeout: 20_000 })
  }))

test('a worker without a lock keeps what it has taken only now, as those of an older release do', () =>
  database.withDatabase(async (db) => {
    await db.execute(sql`delete from graphile_worker._private_jobs`)
    startWorker('looking')
    for (let round = 0; round < 4; round += 1) {
      await addJob(db, 'without a lock')
      await pause(LOOK_EVERY_MS / 2)
      expect(await holdersOf(db)).toEqual(['without a lock'])
      await db.execute(sql`delete from graphile_worker._private_jobs`)
    }
  }))

function startWorker(workerId: string): () => Promise<void> {
  const stop = holdWorkerLock({ databaseUrl: database.url(), workerId, lookEveryMs: LOOK_EVERY_MS })
  onTestFinished(stop)
  return stop
}

/** A job that a worker has taken. */
async function addJob(db: Database, workerId: string): Promise<void> {
  const [job] = await db.execute(sql`select id from graphile_worker.add_job('some-task')`)
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = ${workerId}, locked_at = clock_timestamp()
    where id = ${job?.id}`)
}

async function holdersOf(db: Database): Promise<(string | null)[]> {
  const rows = await db.execute<{ holder: string | null }>(
    sql`select locked_by as holder from graphile_worker.jobs order by locked_by nulls last`,
  )
  return rows.map(({ holder }) => holder)
}
