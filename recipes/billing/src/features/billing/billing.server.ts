import { eq } from 'drizzle-orm'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import { enforceRateLimit } from '#db/rate-limits.ts'
import { organization } from '#db/schema.ts'
import { rowsFor } from '#db/scope.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction, type ServiceContext } from '#service/service-context.server.ts'
import { billingConfig } from './billing.config.ts'
import { SHOWN_STATUSES, type BillingState, type Plan } from './billing.schema.ts'
import { billingAccount } from './billing.tables.server.ts'
import { callStripe, findOffers, findStripeAccount, requireStripeAccount } from './stripe.server.ts'
import { isLive } from './subscription-status.ts'

/** Returns the plan of the active organization, and the prices to choose from if it has no plan. */
export async function getBilling(context: ServiceContext): Promise<BillingState> {
  const isConfigured = findStripeAccount() !== null
  if (!isConfigured || !context.scope?.organizationId)
    return { isConfigured, plan: null, isCustomer: false, offers: [] }
  const found = await findAccount(context)
  const isPaying = isLive(found?.status)
  return {
    isConfigured,
    plan: found ? planOf(found) : null,
    isCustomer: found !== undefined,
    offers: isPaying ? [] : await findOffers(),
  }
}

/**
 * Starts a payment for a price, or opens the portal if the organization has a plan already.
 * @returns the URL of Stripe's page
 * @throws {AppError} FORBIDDEN; NOT_FOUND for an unknown price; TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function startCheckout(context: ServiceContext, { price }: { price: string }): Promise<{ url: string }> {
  const { client, priceIds } = requireStripeAccount()
  if (!priceIds.includes(price)) throw new AppError('NOT_FOUND')
  const owner = await requireOwner(context)
  const customer = (await findAccount(context))?.customerId ?? (await createCustomer(context, owner))
  return callStripe(async () => {
    // Ask Stripe instead of reading the copy, which is older for a moment: a second subscription would be charged too.
    const { data } = await client.subscriptions.list({ customer, status: 'all', limit: 100 })
    if (data.some(({ status }) => isLive(status))) return portalOf(customer)
    const open = await client.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id } of open.data) await client.checkout.sessions.expire(id)
    const { url } = await client.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: `${environment().appUrl}/app/billing?checkout=done`,
      cancel_url: `${environment().appUrl}/app/billing`,
    })
    if (url === null) throw new Error('Stripe returned no URL')
    return { url }
  })
}

/**
 * Opens Stripe's portal, in which owners change or cancel the plan and see invoices.
 * @returns the URL of the portal
 * @throws {AppError} FORBIDDEN; NOT_FOUND for an organization that never paid; TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function openPortal(context: ServiceContext): Promise<{ url: string }> {
  requireStripeAccount()
  await requireOwner(context)
  const found = await findAccount(context)
  if (!found) throw new AppError('NOT_FOUND')
  return callStripe(() => portalOf(found.customerId))
}

async function portalOf(customer: string): Promise<{ url: string }> {
  const { client } = requireStripeAccount()
  const session = { customer, return_url: `${environment().appUrl}/app/billing` }
  const { url } = await client.billingPortal.sessions.create(session)
  return { url }
}

/** Requires that the caller owns the active organization, by their current role. @returns the organization */
function requireOwner(context: ServiceContext): Promise<{ id: string; name: string }> {
  return inTransaction(context, [], async (context) => {
    const id = context.scope?.organizationId
    // Without a member, `requireRoleInScope` checks nothing.
    if (!id || context.scope?.memberId === undefined) throw new AppError('FORBIDDEN')
    await requireRoleInScope(context, 'billing:manage')
    await enforceRateLimit(context.db, [{ key: `billing:${id}`, count: billingConfig.opensPerHour, seconds: 3_600 }])
    const [found] = await context.db
      .select({ id: organization.id, name: organization.name })
      .from(organization)
      .where(eq(organization.id, id))
    if (!found) throw new AppError('NOT_FOUND')
    return found
  })
}

/** Creates the customer of an organization. Two calls at once create one: Stripe knows the key of the first. */
async function createCustomer({ db }: ServiceContext, { id, name }: { id: string; name: string }): Promise<string> {
  const { client } = requireStripeAccount()
  const { id: customerId } = await callStripe(() =>
    client.customers.create({ name, metadata: { organizationId: id } }, { idempotencyKey: `customer-${id}` }),
  )
  await db.insert(billingAccount).values({ organizationId: id, customerId }).onConflictDoNothing()
  return customerId
}

async function findAccount(context: ServiceContext) {
  const [found] = await context.db
    .select({
      customerId: billingAccount.customerId,
      status: billingAccount.status,
      plan: billingAccount.plan,
      endsAt: billingAccount.endsAt,
      isEnding: billingAccount.isEnding,
    })
    .from(billingAccount)
    .where(rowsFor(billingAccount, context))
  return found
}

function planOf(found: NonNullable<Awaited<ReturnType<typeof findAccount>>>): Plan | null {
  const status = SHOWN_STATUSES.find((one) => one === found.status)
  if (status === undefined || found.plan === null) return null
  return { name: found.plan, status, endsAt: found.endsAt?.toISOString() ?? null, isEnding: found.isEnding }
}
