import { sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { manifests } from '#features.ts'
import type { Database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { recordInAppNotices } from '#queue/test-in-app-notices.server.ts'
import { reencryptWebhookSecrets } from './deliver-webhooks.server.ts'
import {
  addWebhook,
  deliveriesOf,
  addEvent,
  jobsOfWebhook,
  startTarget,
  stateOf,
  makeDeliveriesDue,
  deliver,
} from './test-webhooks.server.ts'
import { webhook } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'

const own = ownDatabase()

describe('events', () => {
  test(
    'an event adds a delivery and a job for each webhook that receives it, in the same transaction',
    own.rolledBack(async (db) => {
      const wants = await addWebhook(db, 'https://a.example')
      const wantsOther = await addWebhook(db, 'https://b.example', { events: ['repository.created'] })
      const isPaused = await addWebhook(db, 'https://c.example', { pausedAt: new Date() })
      await addEvent(db)
      await addEvent(db, 'signed-in')
      await db
        .transaction(async (transaction) => {
          await addEvent(transaction)
          throw new Error('rolled back')
        })
        .catch(() => undefined)
      expect(await deliveriesOf(db, wants)).toMatchObject([{ type: 'user.banned', status: 'pending' }])
      expect(await deliveriesOf(db, wantsOther)).toEqual([])
      expect(await deliveriesOf(db, isPaused)).toEqual([])
      expect(await jobsOfWebhook(db, wants)).toHaveLength(1)
    }),
  )

  test(
    'many events of one statement add one job per webhook',
    own.rolledBack(async (db) => {
      const target = await addWebhook(db, 'https://a.example')
      await db.execute(
        sql`insert into history_event (action, subject_id) select 'user-banned', gen_random_uuid() from generate_series(1, 500)`,
      )
      expect(await deliveriesOf(db, target)).toHaveLength(500)
      expect(await jobsOfWebhook(db, target)).toHaveLength(1)
    }),
  )

  test(
    'the events of a transaction add one job per webhook, and those of a savepoint that was rolled back add none',
    own.rolledBack(async (db) => {
      const target = await addWebhook(db, 'https://a.example')
      await db
        .transaction(async (transaction) => {
          await addEvent(transaction)
          throw new Error('rolled back')
        })
        .catch(() => undefined)
      expect(await jobsOfWebhook(db, target)).toHaveLength(0)
      for (let index = 0; index < 5; index += 1) await addEvent(db)
      expect(await jobsOfWebhook(db, target)).toHaveLength(1)
    }),
  )

  test('a run completes all waiting jobs of its webhook; after a failure, only the job for the retry remains', () =>
    own.withDatabase(async (db) => {
      const target = await addWebhook(db, (await startTarget(500)).url, { events: ['user.unbanned'] })
      for (let index = 0; index < 20; index += 1) await addEvent(db, 'user-unbanned')
      expect(await jobsOfWebhook(db, target)).toHaveLength(20)
      await deliver(db, target)
      expect(await jobsOfWebhook(db, target)).toEqual([{ isLater: true }])
      await db.delete(webhook)
    }))

  test(
    'every event has the same name in the database and in `WEBHOOK_EVENTS`',
    own.rolledBack(async (db) => {
      const rowEvents = manifests.flatMap(({ sentEvents = [] }) => sentEvents)
      expect(rowEvents).toContain('repository.restored')
      const rows = await db.execute<{ types: string[] }>(sql`
        select webhook_types(action, before, after) as types from (values
          ('user-created', null::jsonb, null::jsonb), ('user-updated', '{"role": "user"}', '{"role": "admin"}'),
          ('name-changed', '{}', '{}'), ('email-changed', '{}', '{}'), ('user-updated', '{"role": "user"}', '{"role": "user"}'),
          ('user-banned', '{}', '{}'), ('user-unbanned', '{}', '{}'), ('user-deleted', '{}', '{}'), ('user-restored', '{}', '{}'), ('account-deleted', '{}', '{}'),
          ('signed-in', '{}', '{}'), ('history-exported', '{}', '{}'),
          ${sql.join(
            rowEvents.map((event) => sql`(${event.replace('.', '-')}, '{}', '{}')`),
            sql`, `,
          )}
        ) as entries (action, before, after)`)
      expect(new Set(rows.flatMap(({ types }) => types))).toEqual(new Set(WEBHOOK_EVENTS))
      expect(rows[1]?.types).toEqual(['user.updated', 'user.role_changed'])
      expect(rows[4]?.types).toEqual(['user.updated'])
    }),
  )
})

test('two concurrent workers send every delivery exactly once', () =>
  own.withDatabase(async (db) => {
    const { url, received } = await startTarget(200)
    const target = await addWebhook(db, url, { events: ['user.unbanned'] })
    for (let index = 0; index < 20; index += 1) await addEvent(db, 'user-unbanned')
    const once = () =>
      runOnce({
        connectionString: own.url(),
        concurrency: 3,
        noHandleSignals: true,
        taskList: { 'deliver-webhook': () => deliver(db, target) },
      })
    await Promise.all([once(), once()])
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([20, 20])
    expect((await deliveriesOf(db, target)).every(({ status }) => status === 'delivered')).toBe(true)
  }))

describe('targets', () => {
  const noticesIn = async (db: Database) =>
    (
      await db.execute(sql`
      select from graphile_worker._private_jobs where payload->>'kind' = 'webhook-paused'`)
    ).length

  test(
    'a webhook whose target responds with 410 is paused, and administrators are notified',
    own.rolledBack(async (db) => {
      await db.execute(sql`insert into "user" (email, role) values ('admin@hooks.example', 'admin')`)
      const { url } = await startTarget(410)
      const target = await addWebhook(db, url)
      await addEvent(db)
      await deliver(db, target)
      expect(await stateOf(db, target)).toMatchObject({ pauseReason: 'gone' })
      expect(await noticesIn(db)).toBe(1)
    }),
  )

  test(
    'administrators find in the app that a webhook keeps failing, once, and that it was paused',
    own.rolledBack(async (db) => {
      const noticed = recordInAppNotices()
      await db.execute(
        sql`insert into "user" (email, role) values ('admin@hooks.example', 'admin'), ('user@hooks.example', 'user')`,
      )
      const { url } = await startTarget(500, 500, 410)
      const target = await addWebhook(db, url, { failures: webhooksConfig.noticeAfterFailures - 1 })
      await addEvent(db)
      for (let times = 0; times < 3; times += 1) {
        await deliver(db, target)
        await makeDeliveriesDue(db, target)
      }
      const notice = {
        path: `/manager/webhooks/${target.id}`,
        to: ['admin@hooks.example'],
        values: { target: new URL(url).host },
      }
      expect(noticed).toEqual([
        { kind: 'webhook-failing', ...notice },
        { kind: 'webhook-paused', ...notice },
      ])
      expect(await noticesIn(db), 'one email').toBe(1)
    }),
  )

  test(
    'a webhook whose deliveries fail for days is paused; after a success its failures no longer count',
    own.rolledBack(async (db) => {
      await db.execute(sql`insert into "user" (email, role) values ('admin@hooks.example', 'admin')`)
      const { url } = await startTarget(500, 500, 200)
      const days = (count: number) => new Date(Date.now() - count * 86_400_000)
      const long = await addWebhook(db, url, { failingSince: days(4), failures: 90 })
      const short = await addWebhook(db, url, { failingSince: days(2), failures: 90 })
      await addEvent(db)
      await deliver(db, long)
      await deliver(db, short)
      expect(await stateOf(db, long)).toMatchObject({ pauseReason: 'failing' })
      expect(await stateOf(db, short)).toMatchObject({ pauseReason: null, failures: 91 })
      expect(await noticesIn(db)).toBe(1)
      await makeDeliveriesDue(db, short)
      await deliver(db, short)
      expect(await stateOf(db, short)).toMatchObject({ failingSince: null, failures: 0, heldUntil: null })
    }),
  )

  test(
    'a webhook whose secret cannot be decrypted is paused without a request',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(200)
      const target = await addWebhook(db, url, { sealedSecret: 'encrypted-by-somebody-else' })
      await addEvent(db)
      await deliver(db, target)
      expect(received).toEqual([])
      expect(await stateOf(db, target)).toMatchObject({ pauseReason: 'secret-lost' })
      await reencryptWebhookSecrets(db)
    }),
  )
})
