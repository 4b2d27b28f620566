import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import { findDeadMailJob, listDeadMailJobs } from './system-jobs.server.ts'

const own = ownDatabase()

test(
  'only emails are listed as undelivered emails and can be retried or discarded as such; other dead jobs are not',
  own.rolledBack(async (db) => {
    const dead = { 'purge-expired': { _cron: {} }, 'run-bulk-job': {}, 'send-account-notice': {}, 'a-removed-task': {} }
    const ids: string[] = []
    for (const [task, payload] of Object.entries(dead)) {
      const [failed] = await db.execute<{ id: string }>(sql`
        select id::text from graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1)).id])`)
      ids.push(failed?.id ?? '')
    }
    expect((await listDeadMailJobs(db, 10)).map(({ task }) => task)).toEqual(['send-account-notice'])
    const found = await Promise.all(ids.map((id) => findDeadMailJob(db, id)))
    expect(found.map((job) => job?.task)).toEqual([undefined, undefined, 'send-account-notice', undefined])
  }),
)
