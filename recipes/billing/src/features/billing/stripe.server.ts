import { Stripe } from 'stripe'
import { readFeatureSettings } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { billingConfig } from './billing.config.ts'
import type { Offer } from './billing.schema.ts'
import { billing } from './feature.start.server.ts'

/** Timeout in milliseconds for a response of Stripe, because users wait for it. */
const TIMEOUT_MS = 8_000

/** The configured Stripe account. */
export interface StripeAccount {
  client: Stripe
  eventSecret: string
  priceIds: string[]
}

let account: StripeAccount | null | undefined

/** Returns the configured Stripe account; null without its settings. */
export function findStripeAccount(): StripeAccount | null {
  account ??= readStripeAccount()
  return account
}

function readStripeAccount(): StripeAccount | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES, STRIPE_API_URL } = readFeatureSettings(
    billing.settings,
  )
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined) return null
  const { protocol, hostname, port } = new URL(STRIPE_API_URL)
  const client = new Stripe(STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return { client, eventSecret: STRIPE_WEBHOOK_SECRET, priceIds: STRIPE_PRICES ?? [] }
}

/** Returns the configured Stripe account. @throws {AppError} NOT_FOUND without its settings */
export function requireStripeAccount(): StripeAccount {
  const found = findStripeAccount()
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Calls Stripe for a user, who learns that it failed. @throws {AppError} SERVICE_UNAVAILABLE */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    logFailure(error)
    throw new AppError('SERVICE_UNAVAILABLE')
  }
}

let kept: { offers: Offer[]; until: number } | undefined

/** Returns the prices that owners can choose; null if Stripe does not respond. */
export async function findOffers(): Promise<Offer[] | null> {
  const { client, priceIds } = requireStripeAccount()
  if (kept && kept.until > Date.now()) return kept.offers
  try {
    const offers = await Promise.all(priceIds.map((id) => readOffer(client, id)))
    kept = { offers, until: Date.now() + billingConfig.offersKeptMinutes * 60_000 }
    return offers
  } catch (error) {
    logFailure(error)
    return null
  }
}

async function readOffer(client: Stripe, id: string): Promise<Offer> {
  const {
    product,
    unit_amount: amount,
    currency,
    recurring,
  } = await client.prices.retrieve(id, { expand: ['product'] })
  const interval = (['month', 'year'] as const).find((one) => one === recurring?.interval)
  const isFixed = interval !== undefined && recurring?.interval_count === 1 && amount !== null
  if (!isFixed || typeof product === 'string' || product.deleted)
    throw new Error(`the price ${id} in STRIPE_PRICES is not a fixed amount for a month or a year`)
  return { id, name: product.name, amount, currency, interval }
}

function logFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : undefined
  log.warn({ event: 'billing.stripe_failed', name: nameOfError(error), reason }, 'a call of Stripe failed')
}
