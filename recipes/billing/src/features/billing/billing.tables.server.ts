import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, updatedAt } from '../../db/tables/columns.ts'
import { organization } from '../../db/tables/organizations.ts'

/**
 * The organizations that are customers of Stripe, with a copy of their subscription. Stripe is the source: the copy is read from
 * it after each event. When a row is deleted, a trigger in `billing.sql` queues the cancellation of the subscription.
 */
export const billingAccount = pgTable('billing_account', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organization.id, { onDelete: 'cascade' }),
  customerId: text().notNull().unique(),
  /** The newest subscription; null if the organization never had one. */
  subscriptionId: text(),
  /** Stripe's status of the subscription. */
  status: text(),
  /** The name of the product that the organization subscribes to. */
  plan: text(),
  /** The end of the paid period. */
  endsAt: moment(),
  /** Whether the subscription ends then, and is not renewed. */
  isEnding: boolean().notNull().default(false),
  updatedAt: updatedAt(),
})
