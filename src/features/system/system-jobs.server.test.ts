import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import { listDeadJobs } from './system-jobs.server.ts'

const own = ownDatabase()

test(
  'a dead job of a recurring task is not listed as an undelivered email',
  own.rolledBack(async (db) => {
    for (const [task, payload] of Object.entries({ 'purge-expired': { _cron: {} }, 'send-notice': {} }))
      await db.execute(sql`
        select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1)).id])`)
    expect((await listDeadJobs(db, 10)).map(({ task }) => task)).toEqual(['send-notice'])
  }),
)
