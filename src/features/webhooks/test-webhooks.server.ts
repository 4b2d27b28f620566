import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { isLoopbackAddress } from '#lib/public-address.server.ts'
import { createWebhookSecret } from './standard-webhook.server.ts'
import { deliverWebhooks, encryptWebhookSecret } from './deliver-webhooks.server.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'

/** The egress policy of the tests: allows only this host, on which their targets are. */
export const loopbackPolicy = { allows: isLoopbackAddress }
/** The secret that signs the deliveries of all webhooks in tests. */
export const testSecret = createWebhookSecret()

interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

type Reply = number | { status: number; headers: Record<string, string> }

/** Starts a local target that answers requests with these statuses, one by one, then always with the last; -1 is no response. */
export async function startTarget(...replies: Reply[]) {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
      const { status, headers } = typeof reply === 'number' ? { status: reply, headers: {} } : reply
      if (status !== -1) response.writeHead(status, { location: '/elsewhere', ...headers }).end(`answered ${status}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

/** Adds a webhook that receives the event `user.banned`. */
export async function addWebhook(db: Database, url: string, fields: Partial<typeof webhook.$inferInsert> = {}) {
  const [made] = await db
    .insert(webhook)
    .values({ url, events: ['user.banned'], sealedSecret: encryptWebhookSecret(testSecret), ...fields })
    .returning()
  if (!made) throw new Error('no webhook was added')
  return made
}

/** Adds an entry to the history; a ban by default. */
export async function addEvent(db: Database, action: (typeof historyEvent.$inferInsert)['action'] = 'user-banned') {
  await db.insert(historyEvent).values({
    action,
    actorId: crypto.randomUUID(),
    actorName: 'Grace',
    subjectId: crypto.randomUUID(),
    subjectName: 'Ada',
    before: { banExpires: null, role: 'user' },
    after: { banExpires: '2030-01-01T00:00:00.000Z', role: 'user' },
    reason: 'a secret reason',
  })
}

/** Sends the due deliveries of a webhook. */
export const deliver = (db: Database, { id: webhookId }: { id: string }, limits = {}) =>
  deliverWebhooks({ webhookId }, { db, policy: loopbackPolicy, limits })
/** Returns the deliveries of a webhook, oldest first. */
export const deliveriesOf = (db: Database, { id }: { id: string }) =>
  db.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, id)).orderBy(webhookDelivery.createdAt)
/** Returns the current row of a webhook. */
export const stateOf = async (db: Database, { id }: { id: string }) =>
  (await db.select().from(webhook).where(eq(webhook.id, id)))[0]
/** Returns the jobs of a webhook. */
export const jobsOfWebhook = async (db: Database, { id }: { id: string }) =>
  [
    ...(await db.execute(
      sql`select run_at > now() as "isLater" from graphile_worker.jobs where queue_name = ${`webhook:${id}`}`,
    )),
  ] as { isLater: boolean }[]
/** Makes all deliveries of a webhook due now. */
export async function makeDeliveriesDue(db: Database, { id }: { id: string }) {
  await db
    .update(webhookDelivery)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(webhookDelivery.webhookId, id))
  await db.update(webhook).set({ heldUntil: null }).where(eq(webhook.id, id))
}
