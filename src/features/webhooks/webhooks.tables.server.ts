import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '../../db/tables/columns.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'

/** The types of deliveries: the events, and the test message. */
const DELIVERY_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const

/** The states of a delivery: waiting, accepted by its target, or failed and no longer retried. */
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** The reasons for a pause: by hand, failures for days, target gone (410), or a secret that cannot be decrypted. */
const PAUSE_REASONS = ['by-hand', 'failing', 'gone', 'secret-lost'] as const

/** The URLs that receive events. */
export const webhook = pgTable('webhook', {
  id: id(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  /** Whether the webhook also receives events about organizations' repositories, which only the organizations' members see. */
  includesPrivate: boolean().notNull().default(false),
  /** The encrypted secret that signs deliveries; after a renewal, the previous secret signs too for a day. */
  sealedSecret: text().notNull(),
  sealedPreviousSecret: text(),
  previousSecretUntil: moment(),
  pausedAt: moment(),
  pauseReason: text({ enum: PAUSE_REASONS }),
  /** The start of the continuous failures, their number, and the time until which deliveries are delayed. */
  failingSince: moment(),
  failures: integer().notNull().default(0),
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
    /** The entry of the history; null for a test message and for a sign-up. */
    eventId: bigint({ mode: 'number' }),
    /** The user who signed up, because a sign-up has no entry in the history. */
    userId: uuid(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** The last attempt: its time, its duration and its result. */
    attemptedAt: moment(),
    durationMs: integer(),
    responseStatus: integer(),
    /** The beginning of the response body. */
    responseText: text(),
    /** The reason for a missing response: an `ExternalFault`. */
    fault: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_delivery_log').on(table.webhookId, table.createdAt, table.id),
    index('webhook_delivery_pending')
      .on(table.webhookId, table.nextAttemptAt)
      .where(sql`${table.status} = 'pending'`),
    index().on(table.createdAt),
  ],
)
