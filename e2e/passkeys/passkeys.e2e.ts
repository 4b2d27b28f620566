import type { BrowserContext, Page } from '@playwright/test'
import { type App, startApp } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { addVirtualDevice } from '../support/passkeys.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const CONTINUE = 'Continue with a passkey'

test('a user adds a passkey when it is offered, renames it, and signs in with it', async ({ page, app }) => {
  await addVirtualDevice(page)
  const email = await newUserEmail(app)
  await signIn(app, page, email)
  await page.goto('/app')
  const offer = page.getByRole('complementary', { name: 'Sign in faster next time?' })
  await offer.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await expect(offer).toBeHidden()

  await page.goto('/app/account')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('Chrome')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys).toContainText('This device already has a passkey for your account.')
  await passkeys.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(passkeys).toContainText('My phone')

  await signOut(app, page)
  await page.goto('/login?redirect=/app/repositories')
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect(page).toHaveURL('/app/repositories')
  // The redirect has loaded a new document, which must be complete before the next navigation.
  await page.waitForLoadState('load')
  await page.goto('/app')
  await page.waitForTimeout(500)
  await expect(offer).toBeHidden()
})

test('a user signs in with a passkey from the suggestions of the email field', async ({ page, app }) => {
  const authenticator = await addVirtualDevice(page)
  await makePasskey(page, app)
  await signOut(app, page)
  // The page requests suggestions some time after it has loaded, and the virtual device answers at once.
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(page).toHaveURL('/app')
  await authenticator.remove()
})

test('the login page renews the challenge of passkey suggestions before it expires', async ({ page, app }) => {
  const authenticator = await addVirtualDevice(page)
  await makePasskey(page, app)
  await signOut(app, page)
  await authenticator.set({ isPresent: false })
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/passkey/options')) asked.push(request.url())
  })
  await page.goto('/login')
  await page.clock.runFor(2_000)
  await expect.poll(() => asked.length).toBe(1)
  await expect.poll(() => app.sql`select 1 from passkey_challenge where purpose = 'sign-in'`).not.toHaveLength(0)
  await app.sql`update passkey_challenge set created_at = now() - interval '6 minutes'`
  // The timer of the page might start a moment after the challenge was stored.
  await expect(async () => {
    await page.clock.runFor('04:01')
    expect(asked.length).toBeGreaterThan(1)
  }).toPass()
  await authenticator.set({ isPresent: true })
  // The device might respond only to requests that the page makes after `isPresent` was set.
  await expect(async () => {
    await page.clock.runFor('04:01')
    await expect(page).toHaveURL('/app', { timeout: 3_000 })
  }).toPass()
  await authenticator.remove()
})

test('"Not now" hides the offer of a passkey permanently, in all browsers', async ({ page, app, browser }) => {
  await addVirtualDevice(page)
  const email = await newUserEmail(app)
  await signIn(app, page, email)
  await page.goto('/app')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect
    .poll(() => app.sql`select 1 from "user" where email = ${email} and passkey_declined_at is not null`)
    .toHaveLength(1)
  await app.sql`delete from throttle`
  const other = await browser.newContext({ baseURL: app.url })
  const next = await other.newPage()
  await addVirtualDevice(next)
  await signIn(app, next, email)
  await next.goto('/app', { waitUntil: 'networkidle' })
  await expect(next.getByRole('complementary')).toBeHidden()
  await other.close()
})

test('without a usable passkey, the passkey button shows an error and suggests the email address', async ({
  page,
  app,
}) => {
  const authenticator = await addVirtualDevice(page)
  await makePasskey(page, app)
  await page.goto('/app/account')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
  await signOut(app, page)
  await page.goto('/login')
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect(page.getByText('No passkey was used. Try again, or continue with your email.')).toBeVisible()
  await authenticator.set({ isUserVerified: false })
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect(page.getByText('No passkey was used. Try again, or continue with your email.')).toBeVisible()
  await expect(page.getByRole('button', { name: CONTINUE })).toBeEnabled()
})

test('the login page loads no code for passkeys before the button is used', async ({ page, app }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/api/')) scripts.push(request.url())
  })
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/no-deprecated, no-extend-native -- a browser without suggestions
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(`${app.url}/login`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(2_500)
  expect(scripts.filter((url) => /passkey/.test(url))).toEqual([])
  await page.getByRole('button', { name: CONTINUE }).click()
  await expect.poll(() => scripts.filter((url) => /passkey/.test(url)).length).toBeGreaterThan(1)
})

test.describe('with a required passkey for administrators', () => {
  let app: App
  test.beforeAll(async () => {
    app = await startApp({ ADMIN_SECOND_FACTOR: 'passkey' })
  })
  test.afterAll(() => app.stop())

  test('an administrator adds a first passkey, gets ten recovery codes, and uses one in another browser', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: app.url })
    const page = await context.newPage()
    await addVirtualDevice(page)
    const email = await newUserEmail(app, { role: 'admin' })
    await signIn(app, page, email)
    await page.goto('/manager/users?searchTerm=a')
    await expect(page).toHaveTitle(/Confirm it's you/)
    expect(await accessibilityProblems(page)).toEqual([])
    await app.sql`delete from throttle`
    await app.sql`update session set created_at = now() - interval '1 hour'`
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    const { account, login } = textsOf('en')
    const asked = page.getByRole('dialog', { name: account.recentAuthentication.title })
    await asked.getByLabel(login.verify.code, { exact: true }).fill(await app.mail.codeFor(email, 2))
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    const codes = await page.getByRole('main').locator('ol li').allInnerTexts()
    expect(codes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('latchkey-recovery-codes.txt')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/\/manager\/users\?searchTerm=a$/)
    await page.goto('/manager/account')
    await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('Unused codes: 10')

    const next = await secondBrowser(browser.newContext({ baseURL: app.url }), email)
    await next.goto('/manager')
    await next.getByRole('button', { name: 'Use a recovery code' }).click()
    await next.getByLabel('Recovery code').fill('nonsense')
    await next.getByRole('button', { name: 'Confirm' }).click()
    await expect(next.getByText("This isn't a recovery code")).toBeVisible()
    await next.getByLabel('Recovery code').fill(codes[3] ?? '')
    await next.getByRole('button', { name: 'Confirm' }).click()
    await expect(next).toHaveURL(/\/manager\/dashboard$/)

    const third = await secondBrowser(browser.newContext({ baseURL: app.url }), email)
    await third.goto('/manager')
    await third.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.getByLabel('Recovery code').fill(codes[3] ?? '')
    await third.getByRole('button', { name: 'Confirm' }).click()
    await expect(third.getByText('This recovery code is wrong or has already been used.')).toBeVisible()
    await context.clearCookies({ name: 'latchkey.session_token' })
    await app.sql`delete from throttle`
    await signIn(app, page, email)
    await page.goto('/manager')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/manager\/dashboard$/)
  })

  async function secondBrowser(opening: Promise<BrowserContext>, email: string): Promise<Page> {
    const context = await opening
    await app.sql`delete from throttle`
    await signIn(app, context, email)
    return context.newPage()
  }
})

async function makePasskey(page: Page, app: App): Promise<void> {
  await signIn(app, page, await newUserEmail(app))
  await page.goto('/app/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
}

async function signOut(app: App, page: Page): Promise<void> {
  await page.request.post('/api/auth/sign-out', { headers: { origin: app.url }, data: {} })
}
