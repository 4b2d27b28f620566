import * as z from 'zod/mini'
import { idField } from '#lib/id-field.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'
import { webhooksConfig } from './webhooks.config.ts'
import type { webhook, webhookDelivery } from './webhooks.tables.server.ts'

const message = (key: MessageKeyOf<'webhooks'>) => ({ error: key, abort: true })
/** The known events. A webhook can also have chosen events of a feature that was removed. */
export const knownEvents = new Set<string>(WEBHOOK_EVENTS)

/** The fields of a webhook as a form submits them; events are separated by commas. */
export const webhookFields = z.object({
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, message('urlRequired')),
      z.maxLength(webhooksConfig.urlMaxLength, message('urlTooLong')),
      z.refine(isPlainUrl, message('urlInvalid')),
    ),
  events: z.string().check(
    z.minLength(1, message('eventsRequired')),
    z.refine((events) => events.split(',').every((event) => knownEvents.has(event)), message('eventsRequired')),
  ),
  /** Whether the webhook also receives events about organizations' repositories. */
  privateRepositories: z.enum(['excluded', 'included']),
})
export type WebhookFields = z.infer<typeof webhookFields>

function isPlainUrl(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}\p{Cs}]+$/iu.test(text) && URL.canParse(text)
}

export const webhookUpdateInput = z.extend(webhookFields, { id: idField })

/** The input of a page of deliveries; the cursor is from the previous page, null for the first page. */
export const deliveryListInput = z.object({ id: idField, cursor: z.nullable(z.string()) })

type Webhook = typeof webhook.$inferSelect
type Delivery = typeof webhookDelivery.$inferSelect

/** A webhook in the list, and on its page. */
export interface WebhookRow extends Pick<Webhook, 'id' | 'url' | 'events' | 'includesPrivate' | 'pauseReason'> {
  /** Whether the webhook's deliveries are accepted, fail, or are paused. */
  status: 'active' | 'failing' | 'paused'
  /** ISO 8601; null while the webhook's target accepts deliveries. */
  failingSince: string | null
  /** ISO 8601 */
  createdAt: string
}

/** Returns the fields of the form that describe a webhook. */
export function toFields({
  url,
  events,
  includesPrivate,
}: Pick<WebhookRow, 'url' | 'events' | 'includesPrivate'>): WebhookFields {
  return { url, events: events.join(','), privateRepositories: includesPrivate ? 'included' : 'excluded' }
}

/** A webhook on its page. */
export interface WebhookDetail extends WebhookRow {
  /** ISO 8601; the time until which the previous secret also signs deliveries, null without a previous secret. */
  previousSecretUntil: string | null
}

/** A delivery in the log. */
export interface DeliveryRow extends Pick<
  Delivery,
  'id' | 'type' | 'status' | 'attempts' | 'durationMs' | 'responseStatus' | 'responseText' | 'fault'
> {
  /** ISO 8601; null if no attempt is planned. */
  nextAttemptAt: string | null
  /** ISO 8601 */
  createdAt: string
}
