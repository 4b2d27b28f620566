import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rolledBack } from '#db/test-database.ts'
import { wakeWorkersForDueJobs, type WaitingWorkers } from './due-jobs.server.ts'

function waitingWorkersFor(tasks: string[], woken: number[]): WaitingWorkers {
  return {
    tasks: Object.fromEntries(tasks.map((name) => [name, true])),
    concurrency: 3,
    nudge: (count) => void woken.push(count),
  }
}

test(
  'wakeWorkersForDueJobs wakes workers only for due jobs, and at most as many as can run them',
  rolledBack(async (db) => {
    const [due, busy, later]: [number[], number[], number[]] = [[], [], []]
    await db.execute(sql`
      select graphile_worker.add_job('due-one', '{}', run_at => now() - interval '1 second'),
        graphile_worker.add_job('later', '{}', run_at => now() + interval '1 minute')`)
    for (let count = 0; count < 5; count += 1)
      await db.execute(sql`select graphile_worker.add_job('busy', '{}', run_at => now() - interval '1 second')`)
    const kinds = [
      waitingWorkersFor(['due-one', 'due-two'], due),
      waitingWorkersFor(['busy'], busy),
      waitingWorkersFor(['later'], later),
    ]
    expect(await wakeWorkersForDueJobs(db, kinds)).toBe(0)
    expect({ due, busy, later }).toEqual({ due: [1], busy: [3], later: [] })
  }),
)

test(
  'wakeWorkersForDueJobs returns the time until the next job of these workers if none is due',
  rolledBack(async (db) => {
    await db.execute(sql`
      select graphile_worker.add_job('sooner', '{}', run_at => now() + interval '7 seconds'),
        graphile_worker.add_job('later', '{}', run_at => now() + interval '1 minute'),
        graphile_worker.add_job('later', '{}', run_at => now() + interval '2 minutes'),
        graphile_worker.add_job('of-others', '{}', run_at => now() + interval '1 second')`)
    const [sooner, later, never] = ['sooner', 'later', 'never'].map((task) => waitingWorkersFor([task], []))
    if (!sooner || !later || !never) throw new Error('the test needs three kinds of jobs')
    expect(await wakeWorkersForDueJobs(db, [sooner, later])).toBe(7_000)
    expect(await wakeWorkersForDueJobs(db, [never, later])).toBe(60_000)
    expect(await wakeWorkersForDueJobs(db, [never])).toBe(Infinity)
  }),
)
