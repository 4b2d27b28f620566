import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { defineTask } from '#jobs/define-task.server.ts'
import { acceptedSecrets } from '#env/environment.server.ts'
import { seal, unseal } from '#lib/keyed-hash.server.ts'
import { log } from '#lib/log.server.ts'
import { fetchOutside, OutsideError, type OutsideGuard, type OutsideLimits } from '#lib/outside-fetch.server.ts'
import { signedHeaders } from './standard-webhook.server.ts'
import { outsideGuard } from '#jobs/outside.server.ts'
import { notifyAdministrators } from '#jobs/queue.server.ts'
import { writeMessage } from './webhook-message.server.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'

/** Works off the deliveries of one webhook. Triggers of migration 0017 queue it, by its name. */
export const deliverTask = defineTask({
  name: 'deliver-webhook',
  payload: z.object({ webhookId: z.string() }),
  asksOutside: true,
  run: (job, signal) => deliverWebhooks(job, { signal }),
})

/** Queues a delivery to each webhook that is told of who signs up. */
export async function queueSignUpDeliveries(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select queue_sign_up_deliveries(${userId})`)
}

interface Surroundings {
  db?: Database
  guard?: OutsideGuard
  limits?: Partial<OutsideLimits>
  /** Ends what is under way: it counts as not tried, and is tried again. */
  signal?: AbortSignal
}

type Webhook = typeof webhook.$inferSelect
type Delivery = typeof webhookDelivery.$inferSelect

/** What came of one attempt. */
interface Outcome {
  isTaken: boolean
  durationMs: number
  responseStatus: number | null
  responseText: string | null
  fault: string | null
}

const { retryAfterSeconds, holdSeconds, pausedAfterDays, answerBytes } = webhooksConfig
const SEAL = 'webhook-secret'
/** After so long the job gives its place to others and comes back, in milliseconds. */
const TURN_MS = 20_000
/** So many other jobs are ended at once: well within the time a statement may take. */
const MOST_TURNS = 10_000
const GONE = 410

/** Seals the secret of a webhook for its row. */
export function sealWebhookSecret(secret: string): string {
  return seal(acceptedSecrets()[0] ?? '', SEAL, secret)
}

/**
 * Sends what is due for one webhook, one after the other, at least once each. What fails is tried again later and later, and
 * a target that fails is left alone for a while. Every attempt is written down as soon as it is over.
 */
export async function deliverWebhooks(
  { webhookId }: { webhookId: string },
  surroundings: Surroundings = {},
): Promise<void> {
  const { db = database(), signal } = surroundings
  const endOfTurn = performance.now() + TURN_MS
  await takeOverTurns(db, webhookId)
  for (;;) {
    const due = await findDue(db, webhookId)
    if (!due || !(await deliver(db, due, surroundings))) break
    if (signal?.aborted || performance.now() > endOfTurn) break
  }
  await wakeForTheRest(db, webhookId)
}

/**
 * Ends the other jobs of a webhook that are due: this turn does their work. While a target hangs there is one more for each thing
 * that happens, and all who use the queue, mails among them, would have to pass them by.
 */
async function takeOverTurns(db: Database, webhookId: string): Promise<void> {
  await db.execute(sql`
    select count(*) from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${deliverTask.name} and queue_name = ${`webhook:${webhookId}`}
        and locked_at is null and run_at <= now()
      limit ${MOST_TURNS}))`)
}

/** Has a webhook's deliveries worked off when the next of them is due. Nothing where it is paused, gone or has none. */
async function wakeForTheRest(db: Database, webhookId: string): Promise<void> {
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

interface Due {
  target: Webhook
  delivery: Delivery
}

async function findDue(db: Database, webhookId: string): Promise<Due | undefined> {
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

/** @returns whether the target takes what it is sent, so that the next one may follow at once */
async function deliver(db: Database, due: Due, surroundings: Surroundings): Promise<boolean> {
  const { target, delivery } = due
  const secrets = openSecrets(target)
  if (!secrets) {
    await db.transaction((transaction) => pause(transaction, target, 'secret-lost'))
    return false
  }
  const body = await writeMessage(db, delivery, target)
  if (body === undefined) {
    await db.update(webhookDelivery).set({ status: 'failed' }).where(eq(webhookDelivery.id, delivery.id))
    return true
  }
  const outcome = await send(due, { secrets, body }, surroundings)
  // Ended by us: nobody knows what the target made of it.
  if (surroundings.signal?.aborted) return false
  await db.transaction((transaction) => keepOutcome(transaction, due, outcome))
  return outcome.isTaken
}

async function send(
  { target, delivery }: Due,
  { secrets, body }: { secrets: string[]; body: string },
  { guard = outsideGuard(), limits, signal }: Surroundings,
): Promise<Outcome> {
  const startedAt = performance.now()
  const nothing = { isTaken: false, responseStatus: null, responseText: null, fault: null }
  const timed = (outcome: Partial<Outcome>) => ({
    ...nothing,
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const timestamp = Math.floor(Date.now() / 1_000)
    const response = await fetchOutside({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, { id: `msg_${delivery.id}`, timestamp, body }),
      },
      body,
      guard,
      limits: { bodyBytes: answerBytes, ...limits },
      ...(signal && { signal }),
    })
    const { status } = response
    const responseText = asText(response.body)
    return timed({ isTaken: status >= 200 && status < 300, responseStatus: status, responseText })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return timed({ fault: error.fault })
  }
}

/** As far as a database can keep it. */
function asText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\uFFFD')
}

async function keepOutcome(db: Database, { target, delivery }: Due, { isTaken, ...outcome }: Outcome): Promise<void> {
  const attempts = delivery.attempts + 1
  const retryAfter = retryAfterSeconds[delivery.attempts]
  await db
    .update(webhookDelivery)
    .set({
      ...outcome,
      attempts,
      attemptedAt: sql`now()`,
      status: isTaken ? 'delivered' : retryAfter === undefined ? 'failed' : 'pending',
      ...(retryAfter !== undefined && { nextAttemptAt: inSeconds(retryAfter) }),
    })
    .where(eq(webhookDelivery.id, delivery.id))
  if (isTaken) {
    await db
      .update(webhook)
      .set({ failingSince: null, failures: 0, heldUntil: null, updatedAt: webhook.updatedAt })
      .where(eq(webhook.id, target.id))
    return
  }
  log.warn({
    event: 'webhook.not_taken',
    webhookId: target.id,
    deliveryId: delivery.id,
    attempts,
    status: outcome.responseStatus,
    fault: outcome.fault,
  })
  await holdTarget(db, target, outcome.responseStatus === GONE)
}

/** Leaves a target alone that failed, longer each time; for good where it is gone, or has failed for days. */
async function holdTarget(db: Database, target: Webhook, isGone: boolean): Promise<void> {
  const seconds = Math.min(holdSeconds.least * 2 ** Math.min(target.failures, 20), holdSeconds.most)
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
  if (isGone) await pause(db, target, 'gone')
  else if (held?.isLost) await pause(db, target, 'failing')
}

async function pause(
  db: Database,
  { id, url }: Webhook,
  pauseReason: NonNullable<Webhook['pauseReason']>,
): Promise<void> {
  await db
    .update(webhook)
    .set({ pausedAt: sql`now()`, pauseReason })
    .where(eq(webhook.id, id))
  log.error({ event: 'webhook.paused', webhookId: id, pauseReason })
  await notifyAdministrators(db, { kind: 'webhook-paused', target: new URL(url).host })
}

/** The secrets that sign, the newest first; undefined where the newest was sealed with a secret that is none any more. */
function openSecrets({ sealedSecret, sealedPreviousSecret, previousSecretUntil }: Webhook): string[] | undefined {
  const current = opensWith(acceptedSecrets(), sealedSecret)
  if (current === undefined) return undefined
  const isPreviousGood = previousSecretUntil !== null && previousSecretUntil.getTime() > Date.now()
  const previous =
    isPreviousGood && sealedPreviousSecret ? opensWith(acceptedSecrets(), sealedPreviousSecret) : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Seals secrets anew that were sealed with a secret of before: it may be taken away one day. */
export async function resealWebhookSecrets(db: Database): Promise<void> {
  const [current = ''] = acceptedSecrets()
  const { id, sealedSecret, sealedPreviousSecret } = webhook
  const columns = { sealedSecret, sealedPreviousSecret }
  for (const row of await db.select({ id, ...columns }).from(webhook))
    for (const name of ['sealedSecret', 'sealedPreviousSecret'] as const) {
      const sealed = row[name]
      if (sealed === null || opensWith([current], sealed) !== undefined) continue
      const secret = opensWith(acceptedSecrets(), sealed)
      if (secret === undefined) continue
      await db
        .update(webhook)
        .set({ [name]: seal(current, SEAL, secret) })
        .where(and(eq(id, row.id), eq(columns[name], sealed)))
    }
}

function opensWith(secrets: string[], sealed: string): string | undefined {
  try {
    return unseal(secrets, SEAL, sealed)
  } catch {
    return undefined
  }
}

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`
}
