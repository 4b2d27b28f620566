import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { ownDatabase, withDatabase } from '#db/test-database.ts'
import { defineTask } from './define-task.server.ts'
import { startDueJobChecks } from './due-jobs.server.ts'
import { startWorker } from './worker.server.ts'

/** Intervals between checks. The longest one exceeds the test, so that workers find new jobs only by notifications. */
const CHECK_INTERVALS = { atMostEveryMs: 200, atLeastEveryMs: 60 * 60_000 }
/** Milliseconds after which all workers have checked again, found nothing and sleep. */
const ASLEEP_MS = 3 * CHECK_INTERVALS.atMostEveryMs
/** The longest delay that is promised, plus a second for a busy machine. */
const MAX_DELAY_MS = CHECK_INTERVALS.atMostEveryMs + 1_000
/** Milliseconds until the queue retries a job that failed once: e seconds. */
const RETRY_MS = 1_000 * Math.E

const own = ownDatabase()
own.isOfProcess()

test('jobs start when they are due, and once more after a failure, each on one of two nodes', () =>
  own.withDatabase(async (db) => {
    const begun: Record<string, number[]> = {}
    const failsOnce = defineTask({
      name: 'fails-once',
      payload: z.object({ name: z.string() }),
      run: async ({ name }) => {
        const times = (begun[name] ??= [])
        times.push(Date.now())
        await pause(ASLEEP_MS)
        if (times.length === 1) throw new Error('not this time')
      },
    })
    const asks = defineTask({ name: 'asks', payload: z.unknown(), isExternal: true, run: () => Promise.resolve() })
    const tasks = [failsOnce, asks]
    for (let node = 0; node < 2; node += 1) onTestFinished(startWorker(tasks, startDueJobChecks(CHECK_INTERVALS)))
    const isStarted = async () => (await db.execute(LISTENING)).length === 4
    await expect.poll(isStarted, { timeout: 20_000 }).toBe(true)
    for (const seconds of [[0], [0.5, 1.5]]) {
      await pause(ASLEEP_MS)
      const names = seconds.map((due) => `in ${due} of ${seconds.length}`)
      const dueAt = await Promise.all(seconds.map((due, place) => addJob(db, names[place] ?? '', due)))
      const isOver = async () => (await db.execute(sql`select from graphile_worker.jobs`)).length === 0
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true)
      const lateMs = names.flatMap((name, place) => {
        const [first = 0, second = 0, ...more] = begun[name] ?? []
        expect(more).toEqual([])
        return [first - (dueAt[place] ?? 0), second - first - ASLEEP_MS - RETRY_MS]
      })
      expect(Math.min(...lateMs)).toBeGreaterThan(-100)
      expect(Math.max(...lateMs)).toBeLessThan(MAX_DELAY_MS)
    }
  }))

test('a worker that cannot register its tasks at the start runs jobs as soon as it can', () =>
  own.withDatabase(async (db) => {
    const done: string[] = []
    const task = defineTask({
      name: 'late',
      payload: z.object({ name: z.string() }),
      run: ({ name }) => Promise.resolve(void done.push(name)),
    })
    const app = new URL(process.env.DATABASE_URL ?? '').username
    await withDatabase(async (owner) => {
      await owner.execute(sql.raw(`revoke select on graphile_worker._private_tasks from ${app}`))
      onTestFinished(startWorker([task], startDueJobChecks(CHECK_INTERVALS)))
      await expect.poll(async () => (await db.execute(LISTENING)).length, { timeout: 20_000 }).toBe(1)
      await pause(ASLEEP_MS)
      await owner.execute(sql.raw(`grant select on graphile_worker._private_tasks to ${app}`))
      await owner.execute(sql`select graphile_worker.add_job('late', json_build_object('name', 'one'))`)
      await expect.poll(() => done, { timeout: 15_000 }).toEqual(['one'])
    }, own.url())
  }))

/** The query for the connections that listen for jobs: one for each worker. */
const LISTENING = sql`
  select from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`

/** Adds a job. @returns the time when it is due, in milliseconds since the epoch */
async function addJob(db: Database, name: string, inSeconds: number): Promise<number> {
  const [job] = await db.execute<{ dueMs: number }>(sql`
    select extract(epoch from run_at)::float * 1000 as "dueMs" from graphile_worker.add_job(
      'fails-once', json_build_object('name', ${name}::text), run_at => now() + make_interval(secs => ${inSeconds}))`)
  return job?.dueMs ?? 0
}
