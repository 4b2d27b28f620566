import type { App } from './app.ts'

/** A webhook that is paused, because its deliveries failed for days. */
export interface WebhookOfWorld {
  id: string
  host: string
}

const HOUR = 3_600_000
const DAY = 24
const MONTH = 30 * DAY
/** Returns a time in the past. If the hours are whole days, the age that pages show does not depend on the time of day. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)

/** Adds a failed webhook with texts of the maximum length. */
export async function addFailedWebhook(app: App): Promise<WebhookOfWorld> {
  const host = `${'h'.repeat(63)}.example`
  const [made] = await app.sql<{ id: string }[]>`
    insert into webhook (url, events, sealed_secret, failing_since, paused_at, pause_reason, previous_secret_until)
    values (${`https://${host}/${'p'.repeat(1_900)}`}, '{user.banned,repository.created}', 'encrypted', now() - interval '3 days',
            now(), 'failing', now() + interval '1 day')
    returning id`
  const id = made?.id ?? ''
  await app.sql`
    insert into webhook_delivery (webhook_id, type, status, attempts, response_status, response_text, fault, duration_ms)
    values (${id}, 'webhook.test', 'delivered', 1, 204, null, null, 38),
           (${id}, 'user.banned', 'failed', 8, 500, ${'t'.repeat(1_024)}, null, 9999),
           (${id}, 'repository.created', 'pending', 3, null, null, 'timed-out', 15000)`
  return { id, host }
}

/** Adds a failed webhook that is the same in every run, for screenshots. */
export async function addScreenshotWebhook(app: App): Promise<WebhookOfWorld> {
  const host = 'chat.example.com'
  const [made] = await app.sql<{ id: string }[]>`
    insert into webhook (url, events, sealed_secret, failing_since, paused_at, pause_reason, created_at)
    values (${`https://${host}/hooks/people`}, '{user.created,user.banned,repository.created}', 'encrypted', ${hoursAgo(4 * DAY)},
            ${hoursAgo(1 * DAY)}, 'failing', ${hoursAgo(3 * MONTH)})
    returning id`
  const id = made?.id ?? ''
  await app.sql`
    insert into webhook_delivery
      (id, webhook_id, type, status, attempts, response_status, response_text, fault, duration_ms, created_at)
    values ('0193e5a0-0000-4000-8000-000000000001', ${id}, 'user.banned', 'failed', 8, 500, 'Internal server error', null, 412,
            ${hoursAgo(4 * DAY)}),
           ('0193e5a0-0000-4000-8000-000000000002', ${id}, 'user.created', 'failed', 8, null, null, 'timed-out', 15002,
            ${hoursAgo(5 * DAY)}),
           ('0193e5a0-0000-4000-8000-000000000003', ${id}, 'repository.created', 'delivered', 1, 204, null, null, 38,
            ${hoursAgo(9 * DAY)})`
  return { id, host }
}
