import type { Page } from '@playwright/test'
import { StripeStandIn } from '#features/billing/test-stripe.server.ts'
import { startApp, type App } from '../support/app.ts'
import { accessibilityProblems, untilHydrated } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { openSession } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const stripe = new StripeStandIn()
let app: App

test.beforeAll(async () => {
  await stripe.start()
  app = await startApp(stripe.env)
})
test.afterAll(async () => {
  await app.stop()
  await stripe.stop()
})

/** Adds an organization with a member. @returns the cookie of the member's session */
async function addMember(role: string, name = `Organization of an ${role}`) {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values (${name}) returning id`
  const organizationId = made?.id ?? ''
  const { id } = await addUser(app)
  await app.sql`insert into member (organization_id, user_id, role) values (${organizationId}, ${id}, ${role})`
  return { organizationId, cookie: await openSession(app, id, { organizationId }) }
}

async function openBilling(page: Page, cookie: { name: string; value: string }, search = '') {
  await page.context().addCookies([{ ...cookie, url: app.url }])
  await page.goto(`${app.url}/app/billing${search}`)
  await untilHydrated(page)
}

const sendEvent = (customer: string, secret?: string) => {
  const { body, signature } = stripe.event(customer, { secret })
  return fetch(`${app.url}/api/billing/events`, { method: 'POST', body, headers: { 'stripe-signature': signature } })
}

test('an owner upgrades, sees the plan after the event, and opens the portal', async ({ page }) => {
  const { cookie } = await addMember('owner', 'Harbour Lights')
  await openBilling(page, cookie)
  await expect(page.getByText('The plan of Harbour Lights')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Plans' }).getByRole('listitem')).toHaveText([
    /\$19\.00 per month/,
    /\$190\.00 per year/,
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  const upgrade = page.getByRole('button', { name: 'Upgrade to Team' }).first()
  await Promise.all([page.waitForURL(`${stripe.url}/pay/*`), upgrade.click()])
  const customer = page.url().split('/').at(-1) ?? ''
  stripe.subscribe(customer)

  await openBilling(page, cookie, '?checkout=done')
  await expect(page.getByText('Confirming your payment…')).toBeVisible()
  expect((await sendEvent(customer, 'whsec_forged')).status).toBe(400)
  for (const answer of await Promise.all([sendEvent(customer), sendEvent(customer)])) expect(answer.status).toBe(200)
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText('Active', { timeout: 20_000 })
  await expect(plan).toContainText('Renews on')
  await expect(page.getByRole('button', { name: 'Upgrade to Team' })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await Promise.all([
    page.waitForURL(`${stripe.url}/portal/${customer}`),
    page.getByRole('button', { name: 'Manage billing' }).click(),
  ])
})

test('members who own nothing see the plan, and no button', async ({ page }) => {
  const { cookie, organizationId } = await addMember('admin')
  await openBilling(page, cookie)
  await expect(page.getByText('Only owners can change the plan.')).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  const visitor = new Visitor(app).withCookie(cookie)
  for (const [name, input] of [
    ['billing.startCheckout', { price: 'price_monthly' }],
    ['billing.openPortal', {}],
  ] as const) {
    const { error } = await callFunction(visitor, name, { organization: organizationId, ...input }, 'POST')
    expect(error?.code).toBe('FORBIDDEN')
  }
})

test('a call from a page of another organization is refused', async () => {
  const { cookie } = await addMember('owner')
  const { organizationId: other } = await addMember('owner')
  const visitor = new Visitor(app).withCookie(cookie)
  const input = { price: 'price_monthly', organization: other }
  const { error } = await callFunction(visitor, 'billing.startCheckout', input, 'POST')
  expect(error?.code).toBe('ORGANIZATION_SWITCHED')
})

test('events are accepted only by POST', async () => {
  expect((await fetch(`${app.url}/api/billing/events`)).status).toBe(405)
  expect((await fetch(`${app.url}/api/billing/events/other`, { method: 'POST' })).status).toBe(404)
})
