import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import { user } from '#db/schema.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import { webhooks } from './feature.server.ts'
import { addWebhook } from './test-webhooks.server.ts'
import { webhookDelivery } from './webhooks.tables.server.ts'

const own = ownDatabase()

test(
  'a sign-up is sent to the webhooks that receive sign-up events',
  own.rolledBack(async (db) => {
    const { id: wants } = await addWebhook(db, 'https://sign-ups.example', { events: ['user.created'] })
    await addWebhook(db, 'https://bans.example', { events: ['user.banned'] })
    const [record] = await db.insert(user).values({ email: 'new@example.com' }).returning({ id: user.id })
    const userId = record?.id ?? ''
    await webhooks.signedUp?.(db, userId)
    const told = await db.select().from(webhookDelivery).where(eq(webhookDelivery.userId, userId))
    expect(told).toMatchObject([{ webhookId: wants, type: 'user.created', eventId: null }])
  }),
)

test(
  'a delivery is deleted after thirty days, not earlier',
  own.rolledBack(async (db) => {
    const { id: webhookId } = await addWebhook(db, 'https://purge.example')
    for (const age of [30 * 86_400 + 1, 30 * 86_400 - 60])
      await db.execute(sql`
        insert into webhook_delivery (webhook_id, type, response_text, created_at)
        values (${webhookId}, 'webhook.test', ${String(age)}, now() - make_interval(secs => ${age}))`)
    await purgeExpired(db, [{ expires: webhooks.expires ?? [] }])
    const left = await db.select({ kept: webhookDelivery.responseText }).from(webhookDelivery)
    expect(left).toEqual([{ kept: String(30 * 86_400 - 60) }])
  }),
)
