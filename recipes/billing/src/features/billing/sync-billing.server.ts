import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { database, type Database } from '#db/client.ts'
import { defineTask, enqueue } from '#queue/define-task.server.ts'
import { billingAccount } from './billing.tables.server.ts'
import { findStripeAccount } from './stripe.server.ts'
import { isLive } from './subscription-status.ts'

const payload = z.object({ customerId: z.string() })

/** Copies the current subscription of a customer from Stripe. */
export const syncBillingTask = defineTask({
  name: 'sync-billing',
  payload,
  run: ({ customerId }) => syncBilling(database(), customerId),
})

/** Cancels the subscriptions of a deleted organization. */
export const cancelSubscriptionTask = defineTask({
  name: 'cancel-subscription',
  payload,
  run: ({ customerId }) => cancelSubscriptions(customerId),
})

/** Queues a copy of a customer's subscription, one per customer. Ignores customers that this app does not know. */
export async function queueSync(db: Database, customerId: string): Promise<void> {
  const isKnown = (await db.$count(billingAccount, eq(billingAccount.customerId, customerId))) > 0
  const job = `billing:${customerId}`
  if (isKnown) await enqueue(db, syncBillingTask, { customerId }, { key: job, queue: job })
}

/**
 * Copies the subscription of a customer from Stripe: the one that goes on, otherwise the newest. Events can be repeated, late and
 * out of order, so their contents are not used.
 */
export async function syncBilling(db: Database, customer: string): Promise<void> {
  const stripe = findStripeAccount()
  if (!stripe) return
  const { data } = await stripe.client.subscriptions.list({ customer, status: 'all', limit: 100 })
  const [newest] = data.toSorted(
    (one, other) => Number(isLive(other.status)) - Number(isLive(one.status)) || other.created - one.created,
  )
  if (!newest) return
  await db
    .update(billingAccount)
    .set({
      subscriptionId: newest.id,
      status: newest.status,
      isEnding: newest.cancel_at_period_end || newest.cancel_at !== null,
      ...(await termsOf(stripe.client, newest)),
    })
    .where(eq(billingAccount.customerId, customer))
}

async function termsOf(client: Stripe, { items }: Stripe.Subscription) {
  const [item] = items.data
  if (!item) return {}
  const { product } = item.price
  const found = await client.products.retrieve(typeof product === 'string' ? product : product.id)
  return { plan: found.name, endsAt: new Date(item.current_period_end * 1_000) }
}

/** Cancels all subscriptions of a customer at once. */
export async function cancelSubscriptions(customer: string): Promise<void> {
  const stripe = findStripeAccount()
  if (!stripe) return
  const { data } = await stripe.client.subscriptions.list({ customer, status: 'all', limit: 100 })
  for (const { id, status } of data)
    if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.client.subscriptions.cancel(id)
}
