import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'
import { webhooksConfig } from './webhooks.config.ts'
import { toFields, webhookFields, type DeliveryRow, type WebhookDetail } from './webhooks.schema.ts'
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
    'Shown only once. Null if the request was repeated with the same Idempotency-Key. In that case, renew the secret.',
})
const webhookRow = z.object(row).register(responseSchemas, { id: 'WebhookRow' })
const webhookResponse = z.object(detail).register(responseSchemas, { id: 'Webhook' })
const createdWebhook = z.object({ ...detail, secret }).register(responseSchemas, { id: 'CreatedWebhook' })
const secretResponse = z.object({ secret }).register(responseSchemas, { id: 'WebhookSecret' })
const deliveryResponse = z
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

/** The API operations on webhooks and their deliveries, with the same rules as the pages. */
export const webhookOperations: ApiOperation[] = [
  operation('GET /webhooks', 'webhook:read', {
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'The webhooks of all administrators, oldest first.',
    response: listResponseSchema('WebhookList', webhookRow),
    handle: async (context) => toListResponse(await listWebhooks(context)),
  }),
  operation('POST /webhooks', 'webhook:manage', {
    id: 'createWebhook',
    summary: 'Add a webhook',
    description: `The response includes the secret that signs deliveries. The maximum number of webhooks is ${webhooksConfig.max}.`,
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
  operation('GET /webhooks/{id}', 'webhook:read', {
    id: 'getWebhook',
    summary: 'Get a webhook',
    description: 'Includes its state, but not its secret.',
    response: webhookResponse,
    handle: getWebhook,
  }),
  operation('PATCH /webhooks/{id}', 'webhook:manage', {
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description: 'Omitted fields are left unchanged.',
    body: webhookChanges,
    response: webhookResponse,
    handle: (context, { id, body }) =>
      withLockedWebhook(context, id, async (context, now) => {
        await updateWebhook(context, { ...toFields({ ...now, ...body }), id })
        return getWebhook(context, { id })
      }),
  }),
  operation('DELETE /webhooks/{id}', 'webhook:manage', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Also deletes the log of its deliveries.',
    status: 204,
    handle: (context, { id }) => withLockedWebhook(context, id, (context) => deleteWebhook(context, { id })),
  }),
  stateOperation('pause', 'Pause a webhook', 'Pending deliveries wait until the webhook is resumed.', pauseWebhook),
  stateOperation('resume', 'Resume a webhook', 'Sends the deliveries that were waiting.', resumeWebhook),
  operation('POST /webhooks/{id}/secret', 'webhook:manage', {
    id: 'renewWebhookSecret',
    summary: 'Renew the secret of a webhook',
    description: `For ${webhooksConfig.oldSecretHours} hours, deliveries are also signed with the old secret.`,
    response: secretResponse,
    secretField: 'secret',
    handle: renewSecret,
    isUnversioned: true,
  }),
  operation('POST /webhooks/{id}/test', 'webhook:manage', {
    id: 'testWebhook',
    summary: 'Send a test to a webhook',
    description: 'Queues an empty message of type `webhook.test`. Returns NOT_FOUND for a paused webhook.',
    status: 204,
    handle: sendTest,
    isUnversioned: true,
  }),
  operation('GET /webhooks/{id}/deliveries', 'webhook:read', {
    id: 'listDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
    description: `Deliveries are kept for ${webhooksConfig.keptDays} days.`,
    query: z.strictObject(pageParameters),
    response: listResponseSchema('DeliveryList', deliveryResponse),
    handle: async (context, { id, query: { after = null, limit } }) => {
      await getWebhook(context, { id })
      return toListResponse(await listDeliveries(context, { id, cursor: after, limit }))
    },
  }),
  operation('GET /webhooks/{id}/deliveries/{deliveryId}', 'webhook:read', {
    id: 'getDelivery',
    summary: 'Get a delivery',
    description: 'Includes the beginning of the response to the last attempt.',
    response: deliveryResponse,
    handle: getDelivery,
  }),
  operation('POST /webhooks/{id}/deliveries/{deliveryId}/redeliver', 'webhook:manage', {
    id: 'redeliver',
    summary: 'Send a delivery again',
    description:
      'Sends it with the same ID, and with as many retries as a new delivery. Returns NOT_FOUND if the webhook is paused.',
    response: deliveryResponse,
    handle: async (context, input) => {
      const { id } = await getDelivery(context, input)
      await redeliver(context, { id })
      return getDelivery(context, input)
    },
    isUnversioned: true,
  }),
]

function stateOperation(name: 'pause' | 'resume', summary: string, description: string, run: typeof pauseWebhook) {
  return operation(`POST /webhooks/{id}/${name}`, 'webhook:manage', {
    id: `${name}Webhook`,
    summary,
    description,
    response: webhookResponse,
    handle: async (context, input) => {
      await run(context, input)
      return getWebhook(context, input)
    },
    isUnversioned: true,
  })
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
