import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface StripeSubscription {
  id: string
  customer: string
  status: string
  created: number
}

type Route = [method: string, path: RegExp, answer: (id: string, fields: URLSearchParams) => object | undefined]

const KEY = 'sk_test_standin'
const WEBHOOK_SECRET = 'whsec_standin'
const PRICES: Record<string, { product: string; amount: number; interval: string }> = {
  price_monthly: { product: 'prod_team', amount: 1_900, interval: 'month' },
  price_yearly: { product: 'prod_team', amount: 19_000, interval: 'year' },
}
const PERIOD_END = 1_900_000_000

/** Stripe's API, as far as billing needs it, on this computer. The settings in `env` make an app use it. */
export class StripeStandIn {
  readonly subscriptions: StripeSubscription[] = []
  /** The IDs of payment pages that are open. */
  readonly openPages: string[] = []
  /** The customers by the idempotency key with which they were created. */
  readonly customers = new Map<string, string>()
  /** Whether every call fails. */
  isDown = false
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #routes: Route[] = [
    ['GET', /^prices\/(\w+)$/, (id) => priceOf(id)],
    ['GET', /^products\/(\w+)$/, productOf],
    ['GET', /^subscriptions$/, (_, fields) => this.#subscriptionsOf(fields.get('customer') ?? '')],
    ['DELETE', /^subscriptions\/(\w+)$/, (id) => this.setStatus(id, 'canceled')],
    ['GET', /^checkout\/sessions$/, () => ({ object: 'list', data: this.openPages.map((id) => ({ id })) })],
    ['POST', /^checkout\/sessions\/(\w+)\/expire$/, (id) => this.#expire(id)],
    ['POST', /^checkout\/sessions$/, (_, fields) => this.#openPage(fields.get('customer') ?? '')],
    ['POST', /^billing_portal\/sessions$/, (_, fields) => ({ url: `${this.url}/portal/${fields.get('customer')}` })],
  ]

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of an app that uses this server. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICES: Object.keys(PRICES).join(','),
      STRIPE_API_URL: this.url,
    }
  }

  /** Adds a subscription of a customer, as after a payment. @returns its ID */
  subscribe(customer: string, status = 'active'): string {
    const id = `sub_${randomBytes(6).toString('hex')}`
    this.subscriptions.push({ id, customer, status, created: 1_700_000_000 + this.subscriptions.length })
    return id
  }

  /** Changes the status of a subscription. */
  setStatus(id: string, status: string): object | undefined {
    const found = this.subscriptions.find((one) => one.id === id)
    if (found) found.status = status
    return found
  }

  /** Returns the body and the signature of a webhook call about a customer. */
  event(customer: string, { secret = WEBHOOK_SECRET, at = Date.now() } = {}) {
    const object = { object: 'subscription', customer }
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object },
    })
    const seconds = Math.floor(at / 1_000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return { body, signature: `t=${seconds},v1=${signature}` }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request))
    const url = new URL(request.url ?? '', this.url)
    for (const [name, value] of url.searchParams) fields.set(name, value)
    const answer = this.#find(request, url.pathname.replace('/v1/', ''), fields)
    const isRefused = this.isDown || request.headers.authorization !== `Bearer ${KEY}`
    response.writeHead(isRefused ? 500 : answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused || !answer ? { error: { message: 'refused' } } : answer))
  }

  #find({ method, headers }: IncomingMessage, path: string, fields: URLSearchParams): object | undefined {
    if (method === 'POST' && path === 'customers') return this.#createCustomer(String(headers['idempotency-key']))
    for (const [of, pattern, answer] of this.#routes) {
      const found = method === of ? pattern.exec(path) : null
      if (found) return answer(found[1] ?? '', fields)
    }
    return undefined
  }

  #createCustomer(key: string): object {
    const id = this.customers.get(key) ?? `cus_${randomBytes(6).toString('hex')}`
    this.customers.set(key, id)
    return { id, object: 'customer' }
  }

  #openPage(customer: string): object {
    const id = `cs_${randomBytes(6).toString('hex')}`
    this.openPages.push(id)
    return { id, url: `${this.url}/pay/${customer}` }
  }

  #expire(id: string): object {
    this.openPages.splice(this.openPages.indexOf(id), 1)
    return { id }
  }

  #subscriptionsOf(customer: string): object {
    const data = this.subscriptions
      .filter((one) => one.customer === customer)
      .map((one) => ({
        ...one,
        object: 'subscription',
        cancel_at: null,
        cancel_at_period_end: false,
        items: { data: [{ price: { product: 'prod_team' }, current_period_end: PERIOD_END }] },
      }))
    return { object: 'list', data, has_more: false }
  }
}

function priceOf(id: string): object | undefined {
  const price = PRICES[id]
  if (!price) return undefined
  const recurring = { interval: price.interval, interval_count: 1 }
  return { id, unit_amount: price.amount, currency: 'usd', recurring, product: productOf(price.product) }
}

function productOf(id: string): object {
  return { id, object: 'product', name: 'Team' }
}
