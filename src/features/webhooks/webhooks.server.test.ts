import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { AppError } from '#lib/app-error.ts'
import { contextOn } from '#service/test-context.server.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  redeliver,
  renewSecret,
  resumeWebhook,
  sendTest,
  updateWebhook,
} from './webhooks.server.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'

const own = ownDatabase()
const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'
const fields = {
  url: 'https://hooks.example/in',
  events: 'user.banned,repository.created',
  privateRepositories: 'excluded' as const,
}

/** Returns a context without a recent authentication. */
const staleContextOn = (db: Database) => ({
  ...contextOn(db),
  requireRecentAuthentication: () => Promise.reject(new AppError('SESSION_EXPIRED')),
})
const historyOf = (db: Database, id: string) =>
  db.select().from(historyEvent).where(eq(historyEvent.subjectId, id)).orderBy(historyEvent.id)
const deliveriesOf = async (db: Database, id: string) =>
  (await listDeliveries(contextOn(db), { id, cursor: null })).rows

describe('adding a webhook', () => {
  test(
    'adding a webhook returns its secret once, stores it encrypted, and is in the history',
    own.rolledBack(async (db) => {
      const { id, secret } = await createWebhook(contextOn(db), fields)
      expect(secret).toMatch(/^whsec_/)
      const [kept] = await db.select().from(webhook).where(eq(webhook.id, id))
      const told = JSON.stringify([kept, await getWebhook(contextOn(db), { id }), await listWebhooks(contextOn(db))])
      expect(told).not.toContain(secret)
      expect(await historyOf(db, id)).toMatchObject([
        { action: 'webhook-created', subjectName: 'hooks.example', after: { link: fields.url, events: fields.events } },
      ])
      expect(await getWebhook(contextOn(db), { id })).toMatchObject({
        status: 'active',
        events: ['user.banned', 'repository.created'],
        previousSecretUntil: null,
      })
    }),
  )

  test(
    'adding a webhook, changing its URL and renewing its secret require a recent authentication',
    own.rolledBack(async (db) => {
      const { id } = await createWebhook(contextOn(db), fields)
      const stale = staleContextOn(db)
      const expired = { code: 'SESSION_EXPIRED' }
      await expect(createWebhook(stale, fields)).rejects.toMatchObject(expired)
      await expect(renewSecret(stale, { id })).rejects.toMatchObject(expired)
      await expect(updateWebhook(stale, { id, ...fields, url: 'https://other.example' })).rejects.toMatchObject(expired)
      const withPrivate = { id, ...fields, privateRepositories: 'included' as const }
      await expect(updateWebhook(stale, withPrivate)).rejects.toMatchObject(expired)
      await updateWebhook(stale, { id, ...fields, events: 'user.banned' })
      expect(await getWebhook(contextOn(db), { id })).toMatchObject({ url: fields.url, events: ['user.banned'] })
    }),
  )

  test.each([
    ['http://hooks.example/', 'urlNotSecure'],
    ['https://10.0.0.1/', 'urlPrivate'],
    ['https://2130706433/', 'urlPrivate'],
    ['https://[::1]/', 'urlPrivate'],
    ['https://me:word@hooks.example/', 'urlInvalid'],
    ['https://hooks.example:25/', 'urlInvalid'],
  ])('a webhook cannot have the target %s', (url, message) =>
    own.rolledBack(async (db) => {
      await expect(createWebhook(contextOn(db), { ...fields, url })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        details: { fields: { url: message } },
      })
      const { id } = await createWebhook(contextOn(db), fields)
      await expect(updateWebhook(contextOn(db), { id, ...fields, url })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    })(),
  )
})

test('the number of webhooks is limited, also for concurrent additions', () =>
  own.withDatabase(async (db) => {
    const { max } = webhooksConfig
    const made = await Promise.allSettled(Array.from({ length: max + 5 }, () => createWebhook(contextOn(db), fields)))
    const refused = made.filter((outcome) => outcome.status === 'rejected')
    const tooMany = { reason: { code: 'INVALID_INPUT', details: { fields: { url: 'tooMany' } } } }
    expect(refused).toMatchObject(Array.from({ length: 5 }, () => tooMany))
    expect(await db.$count(webhook)).toBe(max)
    await db.delete(webhook)
  }))

test(
  'events of a feature that was removed are neither among those of a webhook nor among its deliveries',
  own.rolledBack(async (db) => {
    const { id } = await createWebhook(contextOn(db), fields)
    await db.execute(sql`update webhook set events = events || array['gone-row.created'] where id = ${id}`)
    await db.insert(historyEvent).values([{ action: 'user-banned' }])
    await db.execute(sql`insert into history_event (action) values ('gone-row-created')`)
    expect(await db.$count(webhookDelivery, eq(webhookDelivery.webhookId, id))).toBe(2)
    expect(await deliveriesOf(db, id)).toMatchObject([{ type: 'user.banned' }])
    expect(await getWebhook(contextOn(db), { id })).toMatchObject({ events: ['user.banned', 'repository.created'] })
  }),
)

describe('webhooks', () => {
  test(
    'a paused webhook receives no events, and the waiting ones when it is resumed; both are in the history once',
    own.rolledBack(async (db) => {
      const { id } = await createWebhook(contextOn(db), fields)
      await db.insert(historyEvent).values({ action: 'user-banned' })
      for (let times = 0; times < 2; times += 1) await pauseWebhook(contextOn(db), { id })
      await db.insert(historyEvent).values({ action: 'user-banned' })
      await expect(sendTest(contextOn(db), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await getWebhook(contextOn(db), { id })).toMatchObject({ status: 'paused', pauseReason: 'by-hand' })
      for (let times = 0; times < 2; times += 1) await resumeWebhook(contextOn(db), { id })
      expect(await getWebhook(contextOn(db), { id })).toMatchObject({ status: 'active', pauseReason: null })
      expect(await deliveriesOf(db, id)).toMatchObject([{ type: 'user.banned', status: 'pending' }])
      const { secret } = await renewSecret(contextOn(db), { id })
      expect(secret).toMatch(/^whsec_/)
      expect((await getWebhook(contextOn(db), { id })).previousSecretUntil).not.toBeNull()
      await updateWebhook(contextOn(db), { id, ...fields })
      await deleteWebhook(contextOn(db), { id })
      expect((await historyOf(db, id)).map(({ action }) => action)).toEqual([
        'webhook-created',
        'webhook-paused',
        'webhook-resumed',
        'webhook-secret-renewed',
        'webhook-deleted',
      ])
      expect(await db.$count(webhookDelivery, eq(webhookDelivery.webhookId, id))).toBe(0)
    }),
  )

  test(
    'every action on a missing webhook returns NOT_FOUND',
    own.rolledBack(async (db) => {
      for (const act of [getWebhook, renewSecret, pauseWebhook, resumeWebhook, deleteWebhook, sendTest, redeliver])
        await expect(act(contextOn(db), { id: NOBODY })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(updateWebhook(contextOn(db), { id: NOBODY, ...fields })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }),
  )
})

describe('the log of deliveries', () => {
  test(
    'the log lists each delivery once, page by page, newest first',
    own.rolledBack(async (db) => {
      const { id } = await createWebhook(contextOn(db), fields)
      await db.execute(sql`
        insert into webhook_delivery (webhook_id, type) select ${id}, 'webhook.test' from generate_series(1, 45)`)
      const seen: string[] = []
      for (let cursor: string | null = null; ;) {
        const page = await listDeliveries(contextOn(db), { id, cursor })
        seen.push(...page.rows.map((row) => row.id))
        cursor = page.nextCursor
        if (cursor === null) break
      }
      expect([seen.length, new Set(seen).size]).toEqual([45, 45])
    }),
  )

  test(
    'a repeated delivery has as many retries as a new one; tests and repeated deliveries are limited',
    own.rolledBack(async (db) => {
      const { id } = await createWebhook(contextOn(db), fields)
      const actor = { id: crypto.randomUUID(), name: 'Ada' }
      await sendTest(contextOn(db, actor), { id })
      await db.update(webhookDelivery).set({ status: 'failed', attempts: 8 }).where(eq(webhookDelivery.webhookId, id))
      const [failed] = await deliveriesOf(db, id)
      await pauseWebhook(contextOn(db), { id })
      await expect(redeliver(contextOn(db, actor), { id: failed?.id ?? '' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      expect(await deliveriesOf(db, id)).toMatchObject([{ status: 'failed' }])
      await resumeWebhook(contextOn(db), { id })
      await redeliver(contextOn(db, actor), { id: failed?.id ?? '' })
      expect(await deliveriesOf(db, id)).toMatchObject([{ id: failed?.id, status: 'pending', attempts: 0 }])
      for (let times = 3; times < webhooksConfig.testsPerUser.count; times += 1)
        await sendTest(contextOn(db, actor), { id })
      await expect(sendTest(contextOn(db, actor), { id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    }),
  )
})
