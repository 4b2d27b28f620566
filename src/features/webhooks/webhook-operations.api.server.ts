import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-choices.ts'
import { webhooksConfig } from './webhooks.config.ts'
import {
  webhookFields,
  type DeliveryRow,
  type WebhookDetail,
  type WebhookFields,
  type WebhookRow,
} from './webhooks.schema.ts'
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
import { webhook as table, webhookDelivery } from './webhooks.tables.server.ts'

const time = z.iso.datetime()
const row = {
  id: z.guid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  includesPrivate: z.boolean(),
  status: z.enum(['active', 'failing', 'paused']),
  pauseReason: z.nullable(z.enum(table.pauseReason.enumValues)),
  failingSince: z.nullable(time),
  createdAt: time,
}
const detail = { ...row, previousSecretUntil: z.nullable(time) }
const secret = z.nullable(z.string())
z.globalRegistry.add(secret, {
  description:
    'Cannot be read again. Null if the request was repeated with the same Idempotency-Key: renew the secret then.',
})
const webhookRow: z.ZodMiniType<unknown, WebhookRow> = z.object(row).register(responseSchemas, { id: 'WebhookRow' })
const webhookResponse: z.ZodMiniType<unknown, WebhookDetail> = z
  .object(detail)
  .register(responseSchemas, { id: 'Webhook' })
const createdWebhook: z.ZodMiniType<unknown, WebhookDetail & { secret: string | null }> = z
  .object({ ...detail, secret })
  .register(responseSchemas, { id: 'CreatedWebhook' })
const secretResponse = z.object({ secret }).register(responseSchemas, { id: 'WebhookSecret' })
const deliveryResponse: z.ZodMiniType<unknown, DeliveryRow> = z
  .object({
    id: z.guid(),
    type: z.enum(webhookDelivery.type.enumValues),
    status: z.enum(webhookDelivery.status.enumValues),
    attempts: z.int(),
    nextAttemptAt: z.nullable(time),
    durationMs: z.nullable(z.int()),
    responseStatus: z.nullable(z.int()),
    responseText: z.nullable(z.string()),
    fault: z.nullable(z.string()),
    createdAt: time,
  })
  .register(responseSchemas, { id: 'Delivery' })

const { url } = webhookFields.shape
z.globalRegistry.add(url, { examples: ['https://example.com/webhook'] })
const events = z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1))
z.globalRegistry.add(events, { examples: [['user.created', 'user.deleted']] })
const includesPrivate = z.boolean()
z.globalRegistry.add(includesPrivate, {
  description: 'Whether the webhook also receives events about private repositories.',
})
const newWebhook = z
  .strictObject({ url, events, includesPrivate: z._default(includesPrivate, false) })
  .register(bodySchemas, { id: 'NewWebhook' })
const webhookChanges = z
  .partial(z.strictObject({ url, events, includesPrivate }))
  .register(bodySchemas, { id: 'WebhookChanges' })

const change = { method: 'POST', scope: 'webhook:manage', isUnversioned: true } as const

/** The API operations on webhooks and their deliveries, with the same rules as the pages. */
export const webhookOperations: ApiOperation[] = [
  operation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    scope: 'webhook:read',
    summary: 'List webhooks',
    description: 'The webhooks of all administrators, oldest first.',
    response: listResponseSchema('WebhookList', webhookRow),
    handle: async (context) => toListResponse(await listWebhooks(context)),
  }),
  operation({
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'webhook:manage',
    summary: 'Add a webhook',
    description: `The response has the secret that signs deliveries. There can be ${webhooksConfig.max} webhooks.`,
    body: newWebhook,
    response: createdWebhook,
    status: 201,
    problems: ['TOO_MANY_TODAY'],
    secretField: 'secret',
    handle: async (context, { body }) => {
      const { id, secret } = await createWebhook(context, toFields(body))
      return { ...(await getWebhook(context, { id })), secret }
    },
  }),
  operation({
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{id}',
    scope: 'webhook:read',
    summary: 'Get a webhook',
    description: 'Includes its state, but not its secret.',
    response: webhookResponse,
    handle: getWebhook,
  }),
  operation({
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    scope: 'webhook:manage',
    summary: 'Change a webhook',
    description: 'Omitted fields are unchanged.',
    body: webhookChanges,
    response: webhookResponse,
    handle: (context, { id, body }) =>
      withLockedWebhook(context, id, async (context, now) => {
        await updateWebhook(context, { ...toFields({ ...now, ...body }), id })
        return getWebhook(context, { id })
      }),
  }),
  operation({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    scope: 'webhook:manage',
    summary: 'Delete a webhook',
    description: 'Also deletes the log of its deliveries.',
    status: 204,
    handle: (context, { id }) => withLockedWebhook(context, id, (context) => deleteWebhook(context, { id })),
  }),
  operation({
    ...change,
    id: 'pauseWebhook',
    path: '/webhooks/{id}/pause',
    summary: 'Pause a webhook',
    description: 'Its deliveries wait until it is resumed.',
    response: webhookResponse,
    handle: async (context, input) => {
      await pauseWebhook(context, input)
      return getWebhook(context, input)
    },
  }),
  operation({
    ...change,
    id: 'resumeWebhook',
    path: '/webhooks/{id}/resume',
    summary: 'Resume a webhook',
    description: 'Sends the deliveries that were waiting.',
    response: webhookResponse,
    handle: async (context, input) => {
      await resumeWebhook(context, input)
      return getWebhook(context, input)
    },
  }),
  operation({
    ...change,
    id: 'renewWebhookSecret',
    path: '/webhooks/{id}/secret',
    summary: 'Renew the secret of a webhook',
    description: `For ${webhooksConfig.oldSecretHours} hours, deliveries are also signed with the old secret.`,
    response: secretResponse,
    secretField: 'secret',
    handle: renewSecret,
  }),
  operation({
    ...change,
    id: 'testWebhook',
    path: '/webhooks/{id}/test',
    summary: 'Send a test to a webhook',
    description: 'Queues an empty message of the type `webhook.test`. A paused webhook is NOT_FOUND.',
    status: 204,
    handle: sendTest,
  }),
  operation({
    id: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    scope: 'webhook:read',
    summary: 'List the deliveries of a webhook, newest first',
    description: `Deliveries are kept for ${webhooksConfig.keptDays} days.`,
    query: z.strictObject(pageParameters),
    response: listResponseSchema('DeliveryList', deliveryResponse),
    handle: async (context, { id, query: { after = null, limit } }) => {
      await getWebhook(context, { id })
      return toListResponse(await listDeliveries(context, { id, cursor: after, limit }))
    },
  }),
  operation({
    id: 'getDelivery',
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{deliveryId}',
    scope: 'webhook:read',
    summary: 'Get a delivery',
    description: 'Includes the beginning of the response to the last attempt.',
    response: deliveryResponse,
    handle: getDelivery,
  }),
  operation({
    ...change,
    id: 'redeliver',
    path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Send a delivery again',
    description:
      'Sends it with the same ID, and with as many retries as a new one. A delivery of a paused webhook is NOT_FOUND.',
    response: deliveryResponse,
    handle: async (context, input) => {
      const { id } = await getDelivery(context, input)
      await redeliver(context, { id })
      return getDelivery(context, input)
    },
  }),
]

interface GivenFields {
  url: string
  events: WebhookEvent[]
  includesPrivate: boolean
}

/** Converts the fields of a body to those of the form. */
function toFields({ url, events, includesPrivate }: GivenFields): WebhookFields {
  return { url, events: events.join(','), privateRepositories: includesPrivate ? 'included' : 'excluded' }
}

/** Locks and changes a webhook, if it is still in the version that the caller has read (`If-Match`). */
function withLockedWebhook<T>(
  context: ApiContext,
  id: string,
  change: (context: ApiContext, now: WebhookDetail) => Promise<T>,
): Promise<T> {
  return inTransaction(context, [], async (context) => {
    await context.db.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
    const now = await getWebhook(context, { id })
    context.requireMatch(webhookResponse, now)
    return change(context, now)
  })
}

async function getDelivery(context: ApiContext, input: { id: string; deliveryId: string }): Promise<DeliveryRow> {
  const { rows } = await listDeliveries(context, { ...input, cursor: null })
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return rows[0]
}
