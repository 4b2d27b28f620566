import type Stripe from 'stripe'
import { database } from '#db/client.ts'
import { AppError, ERROR_STATUS } from '#lib/app-error.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import type { Mount } from '#request/mount.ts'
import { routePattern } from '#request/request-context.server.ts'
import { findStripeAccount } from './stripe.server.ts'
import { queueSync } from './sync-billing.server.ts'

/** The path that Stripe calls after each event. */
const EVENTS_PATH = '/api/billing/events'

/** Receives the events of Stripe, which signs them. A job then reads the current state, so that repeated events are harmless. */
export const stripeEvents: Mount = {
  base: EVENTS_PATH,
  answer: async (request, { url, store }) => {
    const stripe = findStripeAccount()
    if (url.pathname !== EVENTS_PATH || !stripe) throw new AppError('NOT_FOUND')
    store.set(routePattern, EVENTS_PATH)
    if (request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED')
    const event = eventOf(stripe.client, await request.text(), {
      header: request.headers.get('stripe-signature') ?? '',
      secret: stripe.eventSecret,
    })
    const customerId = customerIn(event)
    if (customerId !== undefined) await queueSync(database(), customerId)
    return Response.json({ received: true })
  },
  refuse: (error) => {
    const known = toAppError(error)
    const code = known instanceof AppError ? known.code : 'UNKNOWN_ERROR'
    return Response.json({ error: code }, { status: ERROR_STATUS[code] })
  },
}

/** Returns the event of a call. @throws {AppError} INVALID_INPUT for a wrong or an old signature */
function eventOf(client: Stripe, body: string, { header, secret }: { header: string; secret: string }): Stripe.Event {
  try {
    return client.webhooks.constructEvent(body, header, secret)
  } catch {
    throw new AppError('INVALID_INPUT')
  }
}

/** Returns the customer of an event about a subscription or its payment. */
function customerIn(event: Stripe.Event): string | undefined {
  if (!/^(customer\.subscription|checkout\.session|invoice)\./.test(event.type)) return undefined
  const { customer } = event.data.object as { customer?: string | { id: string } | null }
  return typeof customer === 'string' ? customer : customer?.id
}
