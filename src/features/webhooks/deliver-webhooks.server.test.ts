import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { createWebhookSecret } from './standard-webhook.server.ts'
import { deliverWebhooks, encryptWebhookSecret } from './deliver-webhooks.server.ts'
import { createWebhook } from './webhooks.server.ts'
import { webhook } from './webhooks.tables.server.ts'
import {
  addWebhook,
  deliveriesOf,
  loopbackPolicy,
  addEvent,
  jobsOfWebhook,
  testSecret,
  startTarget,
  stateOf,
  makeDeliveriesDue,
  deliver,
} from './test-webhooks.server.ts'

const own = ownDatabase()

describe('deliveries', () => {
  test(
    'a delivery contains only the changes, and its signature passes the check in the documentation',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(204)
      const target = await addWebhook(db, url)
      await addEvent(db)
      await deliver(db, target)
      const [first] = received
      const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
      const file = path.join(tmpdir(), `read-webhook-${crypto.randomUUID()}.mjs`)
      writeFileSync(file, code)
      const { readWebhook } = (await import(/* @vite-ignore */ file)) as {
        readWebhook: (secret: string, headers: IncomingHttpHeaders, body?: string) => unknown
      }
      const uuid = expect.any(String) as string
      expect(readWebhook(testSecret, first?.headers ?? {}, first?.body)).toEqual({
        type: 'user.banned',
        timestamp: uuid,
        data: {
          user: { id: uuid, name: 'Ada' },
          actor: { id: uuid, name: 'Grace' },
          changes: { banExpires: { before: null, after: '2030-01-01T00:00:00.000Z' } },
        },
      })
      expect(() => readWebhook(createWebhookSecret(), first?.headers ?? {}, first?.body)).toThrow('not signed')
      expect(() => readWebhook(testSecret, first?.headers ?? {}, `${first?.body} `)).toThrow('not signed')
      const [kept] = await deliveriesOf(db, target)
      expect(kept).toMatchObject({ status: 'delivered', attempts: 1, responseStatus: 204, fault: null })
      await deliver(db, target)
      expect(received).toHaveLength(1)
    }),
  )

  test.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ])(
    'the package %s verifies a delivery with the webhook’s secret, but not a changed or old delivery',
    async (_package, Webhook) => {
      await own.rolledBack(async (db) => {
        const { url, received } = await startTarget(204)
        const fields = {
          url: 'https://hooks.example/in',
          events: 'user.banned',
          privateRepositories: 'excluded' as const,
        }
        const { id, secret: shown } = await createWebhook(contextOn(db), fields)
        await db.update(webhook).set({ url }).where(eq(webhook.id, id))
        await addEvent(db)
        await deliver(db, { id })
        const { headers, body } = received[0] ?? { headers: {}, body: '' }
        const verify = (secret: string, sent: string) =>
          new Webhook(secret).verify(sent, headers as Record<string, string>)
        expect(JSON.parse(body)).toMatchObject({ type: 'user.banned', data: { user: { name: 'Ada' } } })
        expect(() => verify(shown, body)).not.toThrow()
        expect(() => verify(createWebhookSecret(), body)).toThrow('No matching signature')
        expect(() => verify(shown, body.replace('Ada', 'Eve'))).toThrow('No matching signature')
        onTestFinished(() => void vi.useRealTimers())
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 302_000 })
        expect(() => verify(shown, body)).toThrow('too old')
      })()
    },
  )

  test(
    'a delivery is signed with the previous secret too while that is still valid',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(200)
      const old = { sealedPreviousSecret: encryptWebhookSecret(createWebhookSecret()) }
      const soon = await addWebhook(db, url, { ...old, previousSecretUntil: new Date(Date.now() + 60_000) })
      const over = await addWebhook(db, url, { ...old, previousSecretUntil: new Date(Date.now() - 1) })
      const lost = await addWebhook(db, url, {
        sealedPreviousSecret: 'encrypted-by-somebody-else',
        previousSecretUntil: new Date(Date.now() + 60_000),
      })
      await addEvent(db)
      for (const target of [soon, over, lost]) await deliver(db, target)
      expect(received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1, 1])
    }),
  )

  test(
    'a failed delivery is sent eight times with the same ID and growing pauses, and then given up',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(500, 302, 404)
      const target = await addWebhook(db, url)
      await addEvent(db)
      const waits: number[] = []
      for (let attempt = 1; attempt <= 9; attempt += 1) {
        await deliver(db, target)
        const [kept] = await deliveriesOf(db, target)
        if (kept?.status === 'pending') waits.push(Math.round((kept.nextAttemptAt.getTime() - Date.now()) / 1_000))
        await makeDeliveriesDue(db, target)
      }
      expect(received).toHaveLength(8)
      expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1)
      expect(waits).toHaveLength(7)
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      expect(await deliveriesOf(db, target)).toMatchObject([
        { status: 'failed', attempts: 8, responseStatus: 404, responseText: 'answered 404' },
      ])
    }),
  )

  test.each([
    [429, '20', 20],
    [503, 'a date', 1_200],
    [429, '999999', 3_600],
    [429, 'soon', 5],
    [500, '20', 5],
  ])(
    'a delivery answered with %i and Retry-After %s waits %i seconds, like the others to its target',
    async (status, retryAfter, seconds) => {
      await own.rolledBack(async (db) => {
        const date = new Date(Date.now() + 1_200_000).toUTCString()
        const headers = { 'retry-after': retryAfter === 'a date' ? date : retryAfter }
        const { url } = await startTarget({ status, headers })
        const target = await addWebhook(db, url)
        await addEvent(db)
        await deliver(db, target)
        const [kept] = await deliveriesOf(db, target)
        for (const until of [kept?.nextAttemptAt, (await stateOf(db, target))?.heldUntil])
          expect(Math.abs(((until?.getTime() ?? 0) - Date.now()) / 1_000 - seconds)).toBeLessThan(4)
      })()
    },
  )

  test(
    'if a target hangs or does not exist, the delivery records the fault; the next one waits, and a job for it is queued',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(-1)
      const target = await addWebhook(db, url)
      await addEvent(db)
      await addEvent(db)
      await deliver(db, target, { headersMs: 50, wholeMs: 100 })
      expect(received).toHaveLength(1)
      const kept = await deliveriesOf(db, target)
      expect(kept.toSorted((a, b) => a.attempts - b.attempts)).toMatchObject([
        { fault: null, attempts: 0 },
        { fault: 'timed-out', attempts: 1 },
      ])
      await db.execute(sql`delete from graphile_worker._private_jobs`)
      await deliver(db, target)
      expect(received).toHaveLength(1)
      expect((await jobsOfWebhook(db, target)).some(({ isLater }) => isLater)).toBe(true)
    }),
  )

  test(
    'a delivery to this host is refused unless the policy allows it',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(200)
      const target = await addWebhook(db, url)
      await addEvent(db)
      await deliverWebhooks({ webhookId: target.id }, { db, policy: {} })
      expect(received).toEqual([])
      expect(await deliveriesOf(db, target)).toMatchObject([{ fault: 'address-refused', attempts: 1 }])
    }),
  )

  test(
    'a delivery stores the beginning of a long response, with any bytes',
    own.rolledBack(async (db) => {
      const server = createServer((_request, response) => response.end(Buffer.alloc(100_000)))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const target = await addWebhook(db, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await addEvent(db)
      await deliver(db, target)
      const [kept] = await deliveriesOf(db, target)
      expect(kept).toMatchObject({ status: 'delivered' })
      expect(kept?.responseText).toHaveLength(1_024)
    }),
  )

  test(
    'a delivery is sent again with its ID if the worker died before recording the result, and is recorded once',
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(-1, 200)
      const target = await addWebhook(db, url)
      await addEvent(db)
      const dying = new AbortController()
      const died = deliverWebhooks({ webhookId: target.id }, { db, policy: loopbackPolicy, signal: dying.signal })
      while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      dying.abort()
      await died
      expect(await deliveriesOf(db, target)).toMatchObject([{ status: 'pending', attempts: 0 }])
      await deliver(db, target)
      expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1)
      expect(await deliveriesOf(db, target)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    }),
  )
})
