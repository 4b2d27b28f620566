import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '../../db/tables/columns.ts'
import { partialIndex } from '#db/tables/indexes.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'

/** The types of deliveries: the events, and the test message. */
const DELIVERY_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const

/** The states of a delivery: waiting, accepted by its target, or failed and no longer retried. */
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** The reasons for a pause: by hand, failures for days, target gone (410), or a secret that cannot be decrypted. */
const PAUSE_REASONS = ['by-hand', 'failing', 'gone', 'secret-lost'] as const

/** The webhooks: URLs that receive events. */
export const webhook = pgTable('webhook', {
  id: id(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  /** Whether the webhook also receives events about organizations' repositories, which only the organizations' members see. */
  includesPrivate: boolean().notNull().default(false),
  /** The encrypted secret that signs deliveries. */
  sealedSecret: text().notNull(),
  /** The encrypted secret before the last renewal. Until `previousSecretUntil`, it signs deliveries too. */
  sealedPreviousSecret: text(),
  previousSecretUntil: moment(),
  pausedAt: moment(),
  pauseReason: text({ enum: PAUSE_REASONS }),
  /** The time of the first failure since the last accepted delivery; null while the target accepts deliveries. */
  failingSince: moment(),
  /** The number of failures since the last accepted delivery. */
  failures: integer().notNull().default(0),
  /** The time until which deliveries are delayed after a failure. */
  heldUntil: moment(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/**
 * The sent and waiting deliveries of webhooks, added by triggers of migration 0017 in the transaction of the event. Content
 * is read when a delivery is sent, so that erased names are not sent.
 */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    type: text({ enum: DELIVERY_TYPES }).notNull(),
    /** The entry of the history that the delivery is about; null for a test message and for a sign-up. */
    eventId: bigint({ mode: 'number' }),
    /** The user who signed up, if the delivery is about a sign-up, because the history has no entry for it. */
    userId: uuid(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** The time of the last attempt; the next columns have its duration and its result. */
    attemptedAt: moment(),
    durationMs: integer(),
    responseStatus: integer(),
    /** The beginning of the body of the response to the last attempt. */
    responseText: text(),
    /** The reason why the last attempt got no response (an `ExternalErrorReason`); null if it got one. */
    fault: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_delivery_log').on(table.webhookId, table.createdAt, table.id),
    partialIndex('webhook_delivery_pending', sql`${table.status} = 'pending'`, table.webhookId, table.nextAttemptAt),
    index().on(table.createdAt),
  ],
)
