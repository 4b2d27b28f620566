import type { ServerFeature } from '#feature/server-feature.ts'
import { stripeEvents } from './stripe-events.server.ts'
import { cancelSubscriptionTask, syncBillingTask } from './sync-billing.server.ts'

/** Billing: paid plans of organizations, with payments by Stripe. */
export const billing: ServerFeature = {
  mounts: [stripeEvents],
  tasks: [syncBillingTask, cancelSubscriptionTask],
}
