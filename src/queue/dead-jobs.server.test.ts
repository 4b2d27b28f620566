import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'
import { serverFeatures } from '../features.server.ts'
import { readQueueState } from './queue-state.server.ts'

const own = ownDatabase()
const isMailName = (task: string) => task.startsWith('send-')

async function addDeadJob(db: Database, task: string, payload: object) {
  await db.execute(sql`
    select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1)).id])`)
}

test(
  'only emails are counted as undelivered',
  own.rolledBack(async (db) => {
    const mails = serverFeatures.flatMap(({ tasks = [] }) => tasks.map(({ name }) => name)).filter(isMailName)
    expect(mails).toEqual(expect.arrayContaining(['send-account-notice', 'send-code-mail', 'send-invitation']))
    for (const task of [...mails, 'run-bulk-job', 'a-removed-task', 'resend-codes']) await addDeadJob(db, task, {})
    expect(await readQueueState(db)).toMatchObject({ dead: mails.length })
  }),
)

test(
  'a dead job of a recurring task is not counted, and is deleted by the next purge',
  own.rolledBack(async (db) => {
    await addDeadJob(db, 'purge-expired', { _cron: { ts: '2026-11-25T00:00:00Z', backfilled: false } })
    await addDeadJob(db, 'send-account-notice', {})
    expect(await readQueueState(db)).toMatchObject({ dead: 1 })
    await purgeExpired(db, serverFeatures)
    const left = await db.execute<{ task: string }>(sql`select task_identifier as task from graphile_worker.jobs`)
    expect(left.map(({ task }) => task)).toEqual(['send-account-notice'])
  }),
)
