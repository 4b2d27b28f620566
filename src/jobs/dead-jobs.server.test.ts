import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'
import { serverFeatures } from '../features.server.ts'
import { readQueueState } from './queue-state.server.ts'

const own = ownDatabase()

async function addDeadJob(db: Database, task: string, payload: object) {
  await db.execute(sql`
    select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1)).id])`)
}

test(
  'a dead job of a recurring task is not counted, and is deleted by the next purge',
  own.rolledBack(async (db) => {
    await addDeadJob(db, 'purge-expired', { _cron: { ts: '2026-11-25T00:00:00Z', backfilled: false } })
    await addDeadJob(db, 'send-notice', {})
    expect(await readQueueState(db)).toMatchObject({ dead: 1 })
    await purgeExpired(db, serverFeatures)
    const left = await db.execute<{ task: string }>(sql`select task_identifier as task from graphile_worker.jobs`)
    expect(left.map(({ task }) => task)).toEqual(['send-notice'])
  }),
)
