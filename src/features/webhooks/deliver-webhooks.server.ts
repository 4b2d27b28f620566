import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { defineTask } from '#queue/define-task.server.ts'
import { acceptedSecrets } from '#env/environment.server.ts'
import { encrypt, decrypt } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import { fetchExternal, ExternalError, type EgressPolicy, type ExternalLimits } from '#lib/external-fetch.server.ts'
import { toStorableText, parseRetryAfter } from './webhook-response.server.ts'
import { signedHeaders } from './standard-webhook.server.ts'
import { egressPolicy } from '#queue/egress-policy.server.ts'
import { notifyAdministrators } from '#queue/queue.server.ts'
import { buildMessage } from './webhook-message.server.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'
import { now } from '#db/schema.ts'

/** Sends the due deliveries of one webhook. The triggers of migration 0017 queue this task by its name. */
export const deliverTask = defineTask({
  name: 'deliver-webhook',
  payload: z.object({ webhookId: z.string() }),
  isExternal: true,
  run: (job, signal) => deliverWebhooks(job, { signal }),
})

/** Queues a delivery to each webhook that receives sign-up events. */
export async function queueSignUpDeliveries(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select queue_sign_up_deliveries(${userId})`)
}

interface DeliveryOptions {
  db?: Database
  policy?: EgressPolicy
  limits?: Partial<ExternalLimits>
  /** Aborts the running attempt. An aborted attempt does not count, and a later run makes it again. */
  signal?: AbortSignal
}

type Webhook = typeof webhook.$inferSelect
type Delivery = typeof webhookDelivery.$inferSelect

/** The result of one attempt to send a delivery. */
interface SendResult {
  isTaken: boolean
  durationMs: number
  responseStatus: number | null
  responseText: string | null
  fault: string | null
  /** The delay in seconds that the target requested by the header Retry-After; 0 if it requested none. */
  requestedDelay: number
}

const { retryAfterSeconds, holdSeconds, pausedAfterDays, answerBytes, noticeAfterFailures } = webhooksConfig
const ENCRYPTION_PURPOSE = 'webhook-secret'
/** Maximum duration of one run, in milliseconds. The run then queues a new job, so that jobs of other tasks can run. */
const MAX_RUN_MS = 20_000
/** Maximum number of a webhook's jobs that one statement completes, so that the statement does not reach its timeout. */
const MAX_COMPLETED_JOBS = 10_000
const GONE_STATUS = 410
const BUSY_STATUSES = new Set([429, 503])

/** Encrypts the secret of a webhook, so that it can be stored in the webhook's row. */
export function encryptWebhookSecret(secret: string): string {
  return encrypt(acceptedSecrets()[0] ?? '', ENCRYPTION_PURPOSE, secret)
}

/**
 * Sends the due deliveries of one webhook, one after the other, at least once each. A failed delivery is retried after growing
 * delays, and also delays the webhook's other deliveries. The result of each attempt is recorded immediately.
 */
export async function deliverWebhooks(
  { webhookId }: { webhookId: string },
  options: DeliveryOptions = {},
): Promise<void> {
  const { db = database(), signal } = options
  const endOfTurn = performance.now() + MAX_RUN_MS
  await completeOtherJobs(db, webhookId)
  for (;;) {
    const due = await findDueDelivery(db, webhookId)
    if (!due || !(await deliverAndRecord(db, due, options))) break
    if (signal?.aborted || performance.now() > endOfTurn) break
  }
  await queueNextDelivery(db, webhookId)
}

/**
 * Completes the other due jobs of a webhook, because this run does their work. While a target does not respond, each event
 * adds a job, and workers would have to skip all these jobs to find others, for example emails.
 */
async function completeOtherJobs(db: Database, webhookId: string): Promise<void> {
  await db.execute(sql`
    select count(*) from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${deliverTask.name} and queue_name = ${`webhook:${webhookId}`}
        and locked_at is null and run_at <= now()
      limit ${MAX_COMPLETED_JOBS}))`)
}

/** Queues a job for a webhook's next delivery, unless one is queued, or the webhook is paused or has nothing to deliver. */
async function queueNextDelivery(db: Database, webhookId: string): Promise<void> {
  await db.execute(sql`
    select wake_webhook(${webhook.id}, greatest(next.at, ${webhook.heldUntil}))
    from ${webhook}, lateral (
      select min(next_attempt_at) as at from webhook_delivery
      where webhook_delivery.webhook_id = ${webhook.id} and webhook_delivery.status = 'pending'
    ) as next
    where ${webhook.id} = ${webhookId} and ${webhook.pausedAt} is null and next.at is not null
      and not exists (
        select from graphile_worker.jobs as job
        where job.task_identifier = ${deliverTask.name} and job.queue_name = 'webhook:' || ${webhookId}::text
          and job.locked_at is null and job.run_at <= greatest(next.at, ${webhook.heldUntil}, now())
      )`)
}

interface DueDelivery {
  target: Webhook
  delivery: Delivery
}

async function findDueDelivery(db: Database, webhookId: string): Promise<DueDelivery | undefined> {
  const [due] = await db
    .select({ target: webhook, delivery: webhookDelivery })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        eq(webhookDelivery.status, 'pending'),
        lte(webhookDelivery.nextAttemptAt, sql`clock_timestamp()`),
        isNull(webhook.pausedAt),
        sql`coalesce(${webhook.heldUntil}, '-infinity') <= clock_timestamp()`,
      ),
    )
    .orderBy(asc(webhookDelivery.nextAttemptAt))
    .limit(1)
  return due
}

/** Sends one delivery. @returns whether the next one can be sent at once, because this one was accepted or had no content */
async function deliverAndRecord(db: Database, due: DueDelivery, options: DeliveryOptions): Promise<boolean> {
  const { target, delivery } = due
  const secrets = decryptSecrets(target)
  if (!secrets) {
    await db.transaction((transaction) => pauseWebhook(transaction, target, 'secret-lost'))
    return false
  }
  const body = await buildMessage(db, delivery, target)
  if (body === undefined) {
    await db.update(webhookDelivery).set({ status: 'failed' }).where(eq(webhookDelivery.id, delivery.id))
    return true
  }
  const outcome = await postMessage(due, { secrets, body }, options)
  // Do not record an attempt that this process aborted, because its result is unknown.
  if (options.signal?.aborted) return false
  await db.transaction((transaction) => saveOutcome(transaction, due, outcome))
  return outcome.isTaken
}

async function postMessage(
  { target, delivery }: DueDelivery,
  { secrets, body }: { secrets: string[]; body: string },
  { policy = egressPolicy(), limits, signal }: DeliveryOptions,
): Promise<SendResult> {
  const startedAt = performance.now()
  const nothing = { isTaken: false, responseStatus: null, responseText: null, fault: null, requestedDelay: 0 }
  const timed = (outcome: Partial<SendResult>) => ({
    ...nothing,
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const timestamp = Math.floor(Date.now() / 1_000)
    const response = await fetchExternal({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, { id: `msg_${delivery.id}`, timestamp, body }),
      },
      body,
      policy,
      limits: { bodyBytes: answerBytes, ...limits },
      ...(signal && { signal }),
    })
    const { status } = response
    const responseText = toStorableText(response.body)
    const requestedDelay = BUSY_STATUSES.has(status) ? parseRetryAfter(response.headers['retry-after']) : 0
    return timed({ isTaken: status >= 200 && status < 300, responseStatus: status, responseText, requestedDelay })
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return timed({ fault: error.fault })
  }
}

async function saveOutcome(db: Database, { target, delivery }: DueDelivery, outcome: SendResult): Promise<void> {
  const { isTaken, requestedDelay, ...columns } = outcome
  const attempts = delivery.attempts + 1
  const retryAfter = retryAfterSeconds[delivery.attempts]
  await db
    .update(webhookDelivery)
    .set({
      ...columns,
      attempts,
      attemptedAt: now,
      status: isTaken ? 'delivered' : retryAfter === undefined ? 'failed' : 'pending',
      ...(retryAfter !== undefined && { nextAttemptAt: inSeconds(Math.max(retryAfter, requestedDelay)) }),
    })
    .where(eq(webhookDelivery.id, delivery.id))
  if (isTaken) {
    await db
      .update(webhook)
      .set({ failingSince: null, failures: 0, heldUntil: null, updatedAt: webhook.updatedAt })
      .where(eq(webhook.id, target.id))
    return
  }
  const { responseStatus: status, fault } = outcome
  log.warn(
    { event: 'webhook.delivery_failed', webhookId: target.id, deliveryId: delivery.id, attempts, status, fault },
    'a delivery to a webhook failed or was not accepted',
  )
  await delayDeliveries(db, target, outcome)
}

/** Delays a webhook's deliveries, longer after each failure. Pauses the webhook after a 410 response or days of failures. */
async function delayDeliveries(db: Database, target: Webhook, result: SendResult): Promise<void> {
  const own = Math.min(holdSeconds.least * 2 ** Math.min(target.failures, 20), holdSeconds.most)
  const seconds = Math.max(own, result.requestedDelay)
  const [held] = await db
    .update(webhook)
    .set({
      failures: target.failures + 1,
      failingSince: sql`coalesce(${webhook.failingSince}, now())`,
      heldUntil: inSeconds(seconds),
      updatedAt: webhook.updatedAt,
    })
    .where(eq(webhook.id, target.id))
    .returning({
      isLost: sql<boolean>`${webhook.failingSince} < now() - make_interval(days => ${pausedAfterDays})`,
    })
  if (result.responseStatus === GONE_STATUS) await pauseWebhook(db, target, 'gone')
  else if (held?.isLost) await pauseWebhook(db, target, 'failing')
  else if (target.failures + 1 === noticeAfterFailures) await notifyAbout(db, target, 'webhook-failing')
}

async function pauseWebhook(db: Database, target: Webhook, pauseReason: NonNullable<Webhook['pauseReason']>) {
  await db.update(webhook).set({ pausedAt: now, pauseReason }).where(eq(webhook.id, target.id))
  log.error(
    { event: 'webhook.paused', webhookId: target.id, pauseReason },
    'a webhook is paused until an administrator resumes it',
  )
  await notifyAbout(db, target, 'webhook-paused')
}

function notifyAbout(db: Database, { id, url }: Webhook, kind: 'webhook-failing' | 'webhook-paused'): Promise<void> {
  return notifyAdministrators(db, { kind, target: new URL(url).host }, { path: `/manager/webhooks/${id}` })
}

/** Decrypts a webhook's signing secrets, newest first; undefined if no accepted secret of the app can decrypt the newest. */
export function decryptSecrets(target: Webhook): string[] | undefined {
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = target
  const current = tryDecrypt(acceptedSecrets(), sealedSecret)
  if (current === undefined) return undefined
  const isPreviousGood = previousSecretUntil !== null && previousSecretUntil.getTime() > Date.now()
  const previous =
    isPreviousGood && sealedPreviousSecret ? tryDecrypt(acceptedSecrets(), sealedPreviousSecret) : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Encrypts webhook secrets again that a previous secret of the app has encrypted, because operators might remove that one. */
export async function reencryptWebhookSecrets(db: Database): Promise<void> {
  const [current = ''] = acceptedSecrets()
  const { id, sealedSecret, sealedPreviousSecret } = webhook
  const columns = { sealedSecret, sealedPreviousSecret }
  for (const row of await db.select({ id, ...columns }).from(webhook))
    for (const name of ['sealedSecret', 'sealedPreviousSecret'] as const) {
      const encrypted = row[name]
      if (encrypted === null || tryDecrypt([current], encrypted) !== undefined) continue
      const secret = tryDecrypt(acceptedSecrets(), encrypted)
      if (secret === undefined) continue
      await db
        .update(webhook)
        .set({ [name]: encrypt(current, ENCRYPTION_PURPOSE, secret) })
        .where(and(eq(id, row.id), eq(columns[name], encrypted)))
    }
}

function tryDecrypt(secrets: string[], encrypted: string): string | undefined {
  try {
    return decrypt(secrets, ENCRYPTION_PURPOSE, encrypted)
  } catch {
    return undefined
  }
}

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`
}
