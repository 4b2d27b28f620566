import * as z from 'zod/mini'
import { idField } from '#lib/id-field.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import type { WebhookEvent } from './webhook-choices.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'
import { webhooksConfig } from './webhooks.config.ts'

const message = (key: MessageKeyOf<'webhooks'>) => ({ error: key, abort: true })
const known = new Set<string>(WEBHOOK_EVENTS)

/** The fields of a webhook, as a form sends them: its events are separated by commas. */
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
    z.refine((events) => events.split(',').every((event) => known.has(event)), message('eventsRequired')),
  ),
  /** Whether it is told of organizations' repositories too. */
  privateRepositories: z.enum(['excluded', 'included']),
})
export type WebhookFields = z.infer<typeof webhookFields>

function isPlainUrl(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}\p{Cs}]+$/iu.test(text) && URL.canParse(text)
}

export const webhookIdInput = z.object({ id: idField })
export const webhookUpdateInput = z.extend(webhookFields, { id: idField })
export const deliveryIdInput = z.object({ id: idField })

/** The input of a page of deliveries; the cursor is from the page before, null for the first page. */
export const deliveryListInput = z.object({ id: idField, cursor: z.nullable(z.string()) })

/** A webhook in the list, and on its page. */
export interface WebhookRow {
  id: string
  url: string
  events: WebhookEvent[]
  includesPrivate: boolean
  /** Whether it is sent what happens, and takes it. */
  status: 'active' | 'failing' | 'paused'
  /** Why it is paused; null while it is not. */
  pauseReason: 'by-hand' | 'failing' | 'gone' | 'secret-lost' | null
  /** ISO 8601; null while its target takes what it is sent. */
  failingSince: string | null
  /** ISO 8601 */
  createdAt: string
}

/** A webhook on its page. */
export interface WebhookDetail extends WebhookRow {
  /** ISO 8601; until when the secret of before signs too, null where it does not. */
  previousSecretUntil: string | null
}

/** One delivery in the log. */
export interface DeliveryRow {
  id: string
  type: WebhookEvent | 'webhook.test'
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  /** ISO 8601; null where none is to come. */
  nextAttemptAt: string | null
  durationMs: number | null
  responseStatus: number | null
  responseText: string | null
  /** Why there was no answer: an `OutsideFault`. */
  fault: string | null
  /** ISO 8601 */
  createdAt: string
}
