import * as z from 'zod/mini'

/** The statuses of subscriptions that pages show. Others mean that the first payment was never made. */
export const SHOWN_STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'] as const

/** The input of calls that open a page of Stripe: the organization that the calling page shows. */
export const portalInput = z.object({ organization: z.string() })

/** The input of a call that starts a payment. */
export const checkoutInput = z.extend(portalInput, { price: z.string() })

/** The plan of an organization. */
export interface Plan {
  name: string
  status: (typeof SHOWN_STATUSES)[number]
  /** The end of the paid period, in ISO 8601; null if Stripe names none. */
  endsAt: string | null
  isEnding: boolean
}

/** A price that owners can choose. */
export interface Offer {
  /** Stripe's ID of the price. */
  id: string
  name: string
  /** The amount in the smallest unit of the currency. */
  amount: number
  currency: string
  interval: 'month' | 'year'
}

/** Everything that the page shows. */
export interface BillingState {
  isConfigured: boolean
  plan: Plan | null
  /** Whether the organization is a customer of Stripe, so that owners can open its portal. */
  isCustomer: boolean
  /** The prices to choose from; null if Stripe did not respond, empty while there is a plan. */
  offers: Offer[] | null
}
