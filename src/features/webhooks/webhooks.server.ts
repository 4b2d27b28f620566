import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import { columnsOf } from '#db/columns-of.ts'
import { afterCursor, orderBy, decodeCursor, type Order } from '#db/cursor.ts'
import { pageOf } from '#db/keyset-page.ts'
import { takeRoom } from '#db/limits.ts'
import { enforceRateLimit, rateLimit } from '#db/rate-limits.ts'
import { environment } from '#env/environment.server.ts'
import { encryptWebhookSecret } from './deliver-webhooks.server.ts'
import { egressPolicy } from '#queue/egress-policy.server.ts'
import { AppError } from '#lib/app-error.ts'
import { ExternalError, parseExternalUrl } from '#lib/external-fetch.server.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import type { Page } from '#lib/page.ts'
import { createWebhookSecret } from './standard-webhook.server.ts'
import { inTransaction, type AdministratorContext, type ServiceContext } from '#service/service-context.server.ts'
import type { WebhookEvent } from './webhook-choices.ts'
import {
  knownEvents,
  toFields,
  type DeliveryRow,
  type WebhookDetail,
  type WebhookFields,
  type WebhookRow,
} from './webhooks.schema.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'
import { now } from '#db/schema.ts'

const { pageSize } = appConfig.lists
const { oldSecretHours, testsPerUser } = webhooksConfig

const newestFirst: Order = { by: webhookDelivery.createdAt, type: 'timestamptz', direction: 'desc' }

type Row = typeof webhook.$inferSelect

/** Lists all webhooks, oldest first, without pages because there are few. */
export async function listWebhooks({ db }: ServiceContext): Promise<Page<WebhookRow>> {
  const found = await db.select().from(webhook).orderBy(asc(webhook.createdAt), asc(webhook.id))
  return { rows: found.map(toRow), nextCursor: null }
}

/** Returns one webhook. @throws {AppError} NOT_FOUND */
export async function getWebhook({ db }: ServiceContext, { id }: { id: string }): Promise<WebhookDetail> {
  const [found] = await db.select().from(webhook).where(eq(webhook.id, id))
  if (!found) throw new AppError('NOT_FOUND')
  const { previousSecretUntil: until } = found
  return { ...toRow(found), previousSecretUntil: until && until.getTime() > Date.now() ? until.toISOString() : null }
}

interface DeliveryListInput {
  id: string
  /** The only delivery to list; any if left out. */
  deliveryId?: string
  cursor: string | null
  limit?: number
}

/** Lists a page of the deliveries of a webhook, newest first. */
export async function listDeliveries(
  { db }: ServiceContext,
  { id, deliveryId, cursor, limit = pageSize }: DeliveryListInput,
): Promise<Page<DeliveryRow>> {
  const behind = cursor === null ? undefined : afterCursor(newestFirst, webhookDelivery.id, decodeCursor(cursor))
  const found = await db
    .select({
      ...columnsOf(webhookDelivery, 'id', 'type', 'status', 'attempts', 'nextAttemptAt', 'createdAt'),
      ...columnsOf(webhookDelivery, 'durationMs', 'responseStatus', 'responseText', 'fault'),
      position: sql<string>`${webhookDelivery.createdAt}::text`,
    })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhookId, id),
        inArray(webhookDelivery.type, webhookDelivery.type.enumValues),
        deliveryId === undefined ? undefined : eq(webhookDelivery.id, deliveryId),
        behind,
      ),
    )
    .orderBy(orderBy(newestFirst, webhookDelivery.id))
    .limit(limit + 1)
  return pageOf(found, limit, ({ nextAttemptAt, ...row }) =>
    withIsoTimes({ ...row, nextAttemptAt: row.status === 'pending' ? nextAttemptAt : null }),
  )
}

/**
 * Adds a webhook. @returns its secret, which cannot be read again
 * @throws {AppError} SESSION_EXPIRED; TOO_MANY_TODAY; INVALID_INPUT for a forbidden URL, or above the maximum number
 */
export async function createWebhook(
  context: AdministratorContext,
  fields: WebhookFields,
): Promise<{ id: string; secret: string }> {
  await context.requireRecentAuthentication()
  requireAllowedUrl(fields.url)
  const secret = createWebhookSecret()
  return inTransaction(context, [], async (context) => {
    await takeRoom(context, 'webhook', {
      holder: '',
      count: () => context.db.$count(webhook),
      refusal: urlError('tooMany'),
    })
    const [made] = await context.db
      .insert(webhook)
      .values({ ...toColumns(fields), sealedSecret: encryptWebhookSecret(secret) })
      .returning({ id: webhook.id })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    // Create the webhook's job queue by a first job; otherwise two transactions with its first events would wait for each other.
    await context.db.execute(sql`select wake_webhook(${made.id}, now())`)
    await recordAudit(context, {
      action: 'webhook-created',
      subject: { id: made.id, name: hostOf(fields.url) },
      after: toHistoryFields(fields),
    })
    return { id: made.id, secret }
  })
}

/**
 * Changes the URL of a webhook, its events, and whether it receives events about organizations' repositories.
 * @throws {AppError} NOT_FOUND; SESSION_EXPIRED to change the URL or add repositories; INVALID_INPUT for a forbidden URL
 */
export function updateWebhook(
  context: AdministratorContext,
  { id, ...fields }: WebhookFields & { id: string },
): Promise<void> {
  return changeWebhook(context, id, async (context, before) => {
    const { url, privateRepositories } = fields
    const after = toHistoryFields(fields)
    const kept = toHistoryFields(toFields(before))
    if (isDeepStrictEqual(after, kept)) return
    if (url !== kept.link || (privateRepositories === 'included' && !before.includesPrivate))
      await context.requireRecentAuthentication()
    if (url !== kept.link) requireAllowedUrl(url)
    await context.db.update(webhook).set(toColumns(fields)).where(eq(webhook.id, id))
    await recordAudit(context, {
      action: 'webhook-updated',
      subject: { id, name: hostOf(url) },
      before: kept,
      after,
    })
  })
}

/** Renews a webhook's secret; for a day, the old secret signs too. @throws {AppError} SESSION_EXPIRED, NOT_FOUND */
export async function renewSecret(context: AdministratorContext, { id }: { id: string }): Promise<{ secret: string }> {
  await context.requireRecentAuthentication()
  const secret = createWebhookSecret()
  await changeWebhook(context, id, async ({ db }, { sealedSecret }) => {
    await db
      .update(webhook)
      .set({
        sealedSecret: encryptWebhookSecret(secret),
        sealedPreviousSecret: sealedSecret,
        previousSecretUntil: sql`now() + make_interval(hours => ${oldSecretHours})`,
      })
      .where(eq(webhook.id, id))
    return 'webhook-secret-renewed'
  })
  return { secret }
}

/** Pauses the deliveries of a webhook until it is resumed. @throws {AppError} NOT_FOUND */
export function pauseWebhook(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  return changeWebhook(context, id, async ({ db }, { pausedAt }) => {
    if (pausedAt) return undefined
    await db.update(webhook).set({ pausedAt: now, pauseReason: 'by-hand' }).where(eq(webhook.id, id))
    return 'webhook-paused'
  })
}

/** Resumes a paused webhook, and sends its pending deliveries. @throws {AppError} NOT_FOUND */
export function resumeWebhook(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  return changeWebhook(context, id, async ({ db }, { pausedAt }) => {
    if (!pausedAt) return undefined
    await db
      .update(webhook)
      .set({ pausedAt: null, pauseReason: null, failingSince: null, failures: 0, heldUntil: null })
      .where(eq(webhook.id, id))
    await db.execute(sql`select wake_webhook(${id}, now())`)
    return 'webhook-resumed'
  })
}

/** Deletes a webhook with its log. @throws {AppError} NOT_FOUND */
export function deleteWebhook(context: AdministratorContext, { id }: { id: string }): Promise<void> {
  return changeWebhook(context, id, async ({ db }) => {
    await db.delete(webhook).where(eq(webhook.id, id))
    return 'webhook-deleted'
  })
}

/** Queues an empty test message to a webhook. @throws {AppError} NOT_FOUND, also while it is paused; TOO_MANY_REQUESTS */
export async function sendTest({ db, actor }: ServiceContext, { id }: { id: string }): Promise<void> {
  await consumeTestLimit(db, actor.id)
  const added = await db.execute(sql`
    insert into ${webhookDelivery} (webhook_id, type)
    select id, 'webhook.test' from ${webhook} where id = ${id} and paused_at is null`)
  if (added.count === 0) throw new AppError('NOT_FOUND')
}

/**
 * Sends a delivery again with the same ID, and with as many retries as a new one.
 * @throws {AppError} NOT_FOUND, also while its webhook is paused; TOO_MANY_REQUESTS
 */
export async function redeliver(context: ServiceContext, { id }: { id: string }): Promise<void> {
  await consumeTestLimit(context.db, context.actor.id)
  await inTransaction(context, [], async ({ db }) => {
    const [again] = await db
      .update(webhookDelivery)
      .set({ status: 'pending', attempts: 0, nextAttemptAt: now })
      .from(webhook)
      .where(and(eq(webhookDelivery.id, id), eq(webhook.id, webhookDelivery.webhookId), isNull(webhook.pausedAt)))
      .returning({ webhookId: webhookDelivery.webhookId })
    if (!again) throw new AppError('NOT_FOUND')
    // End a delay after earlier failures, because the administrator wants to see the target's response now.
    await db.update(webhook).set({ heldUntil: null }).where(eq(webhook.id, again.webhookId))
    await db.execute(sql`select wake_webhook(${again.webhookId}, now())`)
  })
}

function consumeTestLimit(db: ServiceContext['db'], userId: string): Promise<void> {
  return enforceRateLimit(db, [rateLimit(`webhook-test:${userId}`, testsPerUser)])
}

type WebhookAction = 'webhook-paused' | 'webhook-resumed' | 'webhook-deleted' | 'webhook-secret-renewed'

/** Locks the row of a webhook and runs `change`. If `change` returns an action, records it in the history. */
function changeWebhook(
  context: AdministratorContext,
  id: string,
  change: (context: AdministratorContext, before: Row) => Promise<WebhookAction | undefined | void>,
): Promise<void> {
  return inTransaction(context, [], async (context) => {
    const [before] = await context.db.select().from(webhook).where(eq(webhook.id, id)).for('update')
    if (!before) throw new AppError('NOT_FOUND')
    const action = await change(context, before)
    if (action) await recordAudit(context, { action, subject: { id, name: hostOf(before.url) } })
  })
}

/** Throws for an invalid or private URL; outside of local mode also for HTTP, which would send personal data unencrypted. */
function requireAllowedUrl(url: string): void {
  try {
    const { protocol } = parseExternalUrl(url, egressPolicy())
    if (protocol !== 'https:' && !environment().isLocal) throw urlError('urlNotSecure')
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    throw urlError(error.fault === 'address-refused' ? 'urlPrivate' : 'urlInvalid')
  }
}

function urlError(message: 'urlInvalid' | 'urlNotSecure' | 'urlPrivate' | 'tooMany'): AppError {
  return new AppError('INVALID_INPUT', { fields: { url: message } })
}

function hostOf(url: string): string {
  return new URL(url).host
}

function toColumns({ url, events, privateRepositories }: WebhookFields) {
  return {
    url,
    events: [...new Set(events.split(','))] as WebhookEvent[],
    includesPrivate: privateRepositories === 'included',
  }
}

/** Returns the fields of a webhook by the names that the history gives them. */
function toHistoryFields({ url, ...fields }: WebhookFields) {
  return { link: url, ...fields }
}

function toRow({ id, url, events, includesPrivate, pausedAt, pauseReason, failingSince, createdAt }: Row): WebhookRow {
  const status = pausedAt ? 'paused' : failingSince ? 'failing' : 'active'
  const known = events.filter((event) => knownEvents.has(event))
  return withIsoTimes({ id, url, events: known, includesPrivate, status, pauseReason, failingSince, createdAt })
}
