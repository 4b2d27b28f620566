import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '../../db/tables/columns.ts'
import { WEBHOOK_EVENTS } from './webhook-choices.ts'

/** The types of deliveries: an event, or nothing but that deliveries arrive. */
const DELIVERY_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const

/** The states of a delivery: to be sent, taken by its target, or given up. */
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** The reasons that pause a webhook: somebody wanted it, its target failed for days, is gone (410), or the secret does not open. */
const PAUSE_REASONS = ['by-hand', 'failing', 'gone', 'secret-lost'] as const

/** The addresses that are told of events. */
export const webhook = pgTable('webhook', {
  id: id(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  /** Whether it is told of organizations' repositories too, which only their members see. */
  includesPrivate: boolean().notNull().default(false),
  /** What deliveries are signed with, sealed; the one before it signs too for a day. */
  sealedSecret: text().notNull(),
  sealedPreviousSecret: text(),
  previousSecretUntil: moment(),
  pausedAt: moment(),
  pauseReason: text({ enum: PAUSE_REASONS }),
  /** Since when every attempt has failed, how many, and until when the target is left alone. */
  failingSince: moment(),
  failures: integer().notNull().default(0),
  heldUntil: moment(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/**
 * The deliveries of webhooks, past and to come. Made by triggers of migration 0017, in the transaction of what happened; what it
 * says is read from the history when it is sent, so names that were erased there are sent no more.
 */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    type: text({ enum: DELIVERY_TYPES }).notNull(),
    /** The entry of the history; null for a test, and for who signed up. */
    eventId: bigint({ mode: 'number' }),
    /** Who signed up, which is no entry of the history. */
    userId: uuid(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** The last attempt: when, how long it took, and what came of it. */
    attemptedAt: moment(),
    durationMs: integer(),
    responseStatus: integer(),
    /** The beginning of the answer's body. */
    responseText: text(),
    /** Why there was no answer: an `OutsideFault`. */
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
