import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { member, organization, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { RequestStore, type RequestContext } from '#request/request-context.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { getBilling, openPortal, startCheckout } from './billing.server.ts'
import { billingAccount } from './billing.tables.server.ts'
import { stripeEvents } from './stripe-events.server.ts'
import { cancelSubscriptions, syncBilling } from './sync-billing.server.ts'
import { StripeStandIn } from './test-stripe.server.ts'

const own = ownDatabase()
own.isOfProcess()
const stripe = new StripeStandIn()
const PRICE = { price: 'price_monthly' }

beforeAll(async () => {
  await stripe.start()
  Object.assign(process.env, stripe.env)
})
beforeEach(() => {
  stripe.isDown = false
  stripe.openPages.length = 0
})
afterAll(() => stripe.stop())

/** Adds an organization. @returns a function that adds a member with a role, and returns the member's context */
async function addOrganization(db: Database) {
  const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
  const organizationId = made?.id ?? ''
  return async (role: OrganizationRole): Promise<ServiceContext> => {
    const email = `${crypto.randomUUID()}@billing.example`
    const [record] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id, name: user.name })
    const actor = record ?? { id: '', name: '' }
    await db.insert(member).values({ organizationId, userId: actor.id, role })
    return { ...contextOn(db, actor), scope: { organizationId, reachesAnyById: false, memberId: actor.id } }
  }
}

/** Makes an organization a customer, with its first open payment page. @returns its owner, and Stripe's ID of the customer */
async function addCustomer(db: Database) {
  const owner = await (await addOrganization(db))('owner')
  await startCheckout(owner, PRICE)
  const [found] = await db
    .select({ id: billingAccount.customerId })
    .from(billingAccount)
    .where(eq(billingAccount.organizationId, owner.scope?.organizationId ?? ''))
  return { owner, customer: found?.id ?? '' }
}

/** Sends an event to the app. @returns the status of the response */
async function sendEvent(body: string, signature: string): Promise<number> {
  const url = new URL('http://localhost/api/billing/events')
  const request = new Request(url, { method: 'POST', body, headers: { 'stripe-signature': signature } })
  const context = { url, store: new RequestStore() } as unknown as RequestContext
  const response = await stripeEvents.answer(request, context).catch(stripeEvents.refuse)
  return response.status
}

/** Returns the number of queued jobs that read the subscription of a customer. */
async function jobsFor(db: Database, customer: string): Promise<number> {
  const [counted] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where key = ${`billing:${customer}`}`,
  )
  return counted?.count ?? 0
}

test('an owner pays for a plan, which every member then sees', () =>
  own.withDatabase(async (db) => {
    const join = await addOrganization(db)
    const [owner, reader] = [await join('owner'), await join('member')]
    const offers = [
      { id: 'price_monthly', name: 'Team', amount: 1_900, currency: 'usd', interval: 'month' },
      { id: 'price_yearly', name: 'Team', amount: 19_000, currency: 'usd', interval: 'year' },
    ]
    expect(await getBilling(owner)).toEqual({ isConfigured: true, plan: null, isCustomer: false, offers })
    const { url } = await startCheckout(owner, PRICE)
    const customer = url.split('/').at(-1) ?? ''
    expect(url).toBe(`${stripe.url}/pay/${customer}`)
    stripe.subscribe(customer)
    await syncBilling(db, customer)
    const plan = { name: 'Team', status: 'active', endsAt: '2030-03-17T17:46:40.000Z', isEnding: false }
    for (const one of [owner, reader])
      expect(await getBilling(one)).toEqual({ isConfigured: true, plan, isCustomer: true, offers: [] })
  }))

test('an organization has one customer, one open payment page, and no second subscription', () =>
  own.withDatabase(async (db) => {
    const { owner, customer } = await addCustomer(db)
    const before = stripe.customers.size
    await Promise.all([startCheckout(owner, PRICE), startCheckout(owner, PRICE)])
    await startCheckout(owner, PRICE)
    expect(stripe.customers.size).toBe(before)
    expect(stripe.openPages).toHaveLength(1)
    stripe.subscribe(customer, 'past_due')
    expect(await startCheckout(owner, PRICE)).toEqual({ url: `${stripe.url}/portal/${customer}` })
  }))

test.each(['admin', 'member'] as const)('a member with the role %s cannot pay or open the portal', (role) =>
  own.withDatabase(async (db) => {
    const caller = await (await addOrganization(db))(role)
    await expect(startCheckout(caller, PRICE)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(openPortal(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }),
)

test('a user without an active organization, and a price that is not offered, are refused', () =>
  own.withDatabase(async (db) => {
    const nobody = { ...contextOn(db), scope: { organizationId: null } }
    await expect(startCheckout(nobody, PRICE)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(openPortal(nobody)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await getBilling(nobody)).toMatchObject({ plan: null, offers: [] })
    const owner = await (await addOrganization(db))('owner')
    await expect(startCheckout(owner, { price: 'price_free' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }))

test('the plan and the portal of another organization are out of reach', () =>
  own.withDatabase(async (db) => {
    const { owner: theirs, customer } = await addCustomer(db)
    stripe.subscribe(customer)
    await syncBilling(db, customer)
    const ours = await (await addOrganization(db))('owner')
    expect(await getBilling(ours)).toMatchObject({ plan: null, isCustomer: false })
    await expect(openPortal(ours)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await openPortal(theirs)).toEqual({ url: `${stripe.url}/portal/${customer}` })
  }))

test('an event with a wrong, old or missing signature is refused, and changes nothing', () =>
  own.withDatabase(async (db) => {
    const { customer } = await addCustomer(db)
    const good = stripe.event(customer)
    const wrong = stripe.event(customer, { secret: 'whsec_other' })
    const old = stripe.event(customer, { at: Date.now() - 600_000 })
    for (const [body, signature] of [
      [wrong.body, wrong.signature],
      [old.body, old.signature],
      [good.body, ''],
      [`${good.body} `, good.signature],
    ] as const)
      expect(await sendEvent(body, signature)).toBe(400)
    expect(await jobsFor(db, customer)).toBe(0)
  }))

test('repeated events queue one job, and unknown customers none', () =>
  own.withDatabase(async (db) => {
    const { customer } = await addCustomer(db)
    for (const one of [customer, customer, 'cus_unknown']) {
      const { body, signature } = stripe.event(one)
      expect(await sendEvent(body, signature)).toBe(200)
    }
    expect(await jobsFor(db, customer)).toBe(1)
    expect(await jobsFor(db, 'cus_unknown')).toBe(0)
  }))

test('the subscription that goes on is shown, and after its end the end', () =>
  own.withDatabase(async (db) => {
    const { owner, customer } = await addCustomer(db)
    const id = stripe.subscribe(customer, 'trialing')
    stripe.subscribe(customer, 'incomplete_expired')
    await syncBilling(db, customer)
    expect(await getBilling(owner)).toMatchObject({ plan: { status: 'trialing' } })
    stripe.setStatus(id, 'canceled')
    stripe.subscriptions.pop()
    await syncBilling(db, customer)
    const { plan, offers } = await getBilling(owner)
    expect(plan).toMatchObject({ status: 'canceled' })
    expect(offers).toHaveLength(2)
  }))

test('while Stripe is down, pages are shown and changes fail as unavailable', () =>
  own.withDatabase(async (db) => {
    const { owner, customer } = await addCustomer(db)
    stripe.isDown = true
    await expect(startCheckout(owner, PRICE)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await expect(openPortal(owner)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await getBilling(owner)).toMatchObject({ plan: null, isCustomer: true })
    await expect(syncBilling(db, customer)).rejects.toThrow('refused')
  }))

test('the subscription of a deleted organization is canceled', () =>
  own.withDatabase(async (db) => {
    const { owner, customer } = await addCustomer(db)
    stripe.subscribe(customer)
    await db.delete(organization).where(eq(organization.id, owner.scope?.organizationId ?? ''))
    const [job] = await db.execute<{ payload: { customerId: string } }>(
      sql`select payload from graphile_worker._private_jobs where payload ->> 'customerId' = ${customer}`,
    )
    expect(job?.payload).toEqual({ customerId: customer })
    await cancelSubscriptions(customer)
    expect(stripe.subscriptions.filter((one) => one.customer === customer)).toMatchObject([{ status: 'canceled' }])
  }))
