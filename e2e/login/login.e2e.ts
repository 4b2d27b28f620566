import { appConfig } from '#app.config'
import { someEmail, startApp } from '../support/app.ts'
import { askForCode, loginPages, signInByHand, addOnboardedUser } from '../support/login-pages.ts'
import { expect, test } from '../support/test.ts'
import { fill, patternOfText, textsOf } from '../support/texts.ts'

const { common, dashboard, home, login, onboarding } = textsOf('en')

test('a new user signs up with a code, enters a name and arrives at the user area', async ({ page, app }) => {
  const email = someEmail()
  const { address, send, code, name, goOn } = loginPages(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await address.fill(`  ${email.toUpperCase()} `)
  await send.click()
  await expect(page.getByRole('heading', { name: login.verify.heading })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(login.verify.mail.sent)).toBeVisible()

  await code.fill(await app.mail.codeFor(email))
  await expect(page.getByRole('heading', { name: onboarding.heading })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await name.fill('  Zoë New  ')
  await goOn.click()
  await expect(page.getByRole('heading', { name: fill(home.greeting, { name: 'Zoë New' }) })).toBeVisible()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page).toHaveTitle(`${home.title} · ${appConfig.name}`)
})

const refused: [what: string, typed: string, message: string][] = [
  ['an empty address', '', login.messages.emailRequired],
  ['an address of spaces', '   ', login.messages.emailRequired],
  ['an address without @', 'zoe.example.com', login.messages.emailInvalid],
  ['an address without a domain', 'zoe@', login.messages.emailInvalid],
  ['an address that only the server refuses', 'zoe@example', login.messages.emailInvalid],
  ['two addresses', 'zoe@example.com,eve@example.com', login.messages.emailInvalid],
  ['an address with a tag in it', '<b>zoe</b>@example.com', login.messages.emailInvalid],
  ['an address that is too long', `${'a'.repeat(243)}@example.com`, login.messages.emailTooLong],
]

test('an invalid email address shows an error at its field and stays in the field', async ({ page, app }) => {
  const { address, send } = loginPages(page)
  await page.goto('/login')
  const mailsBefore = app.mail.received.length
  const place = await send.boundingBox()
  for (const [what, typed, message] of refused) {
    await address.fill(typed)
    await send.click()
    await expect(address, what).toHaveAccessibleDescription(message)
    await expect(address, what).toBeFocused()
    await expect(address, what).toHaveAttribute('aria-invalid', 'true')
    expect(await address.inputValue(), what).toBe(typed.trim())
    expect(await send.boundingBox(), `${what} moves nothing`).toEqual(place)
  }
  expect(app.mail.received.length).toBe(mailsBefore)
})

test('a user with a name is redirected to the requested page after signing in', async ({ page, app }) => {
  const email = await addOnboardedUser(app, someEmail())
  await page.goto('/app?from=mail')
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ redirect: '/app?from=mail' })}`)
  await signInByHand(app, page, email)
  await expect(page).toHaveURL('/app?from=mail')
  await expect(page.getByRole('heading', { name: fill(home.greeting, { name: 'Zoë Adams' }) })).toBeVisible()
  await page.goto('/login?redirect=//evil.example')
  await expect(page).toHaveURL('/app')
})

test('an administrator arrives at the dashboard after signing in; a user who requests it gets 403', async ({
  page,
  app,
  browser,
}) => {
  await page.goto('/login')
  await signInByHand(app, page, 'chief@example.com')
  await expect(page).toHaveURL('/manager/dashboard')
  await loginPages(page).name.fill('Chief')
  await loginPages(page).goOn.click()
  await expect(page.getByRole('heading', { name: dashboard.title })).toBeVisible()

  const other = await browser.newPage({ baseURL: app.url })
  await other.goto('/manager/dashboard')
  await signInByHand(app, other, await addOnboardedUser(app, someEmail()))
  await expect(other.getByRole('heading', { name: common.pages['403'].title })).toBeVisible()
  await other.close()
})

test('while offline, the login page shows a notice and keeps the input, and continues once the browser is online', async ({
  page,
  context,
  app,
}) => {
  const email = someEmail()
  const { address, send, code } = loginPages(page)
  await page.goto('/login')
  await address.fill(email)
  await context.setOffline(true)
  await expect(page.getByText(common.offline)).toBeVisible()
  await send.click()
  await expect(address).toHaveAccessibleDescription(login.messages.noConnection)
  await expect(address).toHaveValue(email)
  await context.setOffline(false)
  await expect(page.getByText(common.offline)).toBeHidden()
  await send.click()
  await expect(code).toBeFocused()

  await app.mail.codeFor(email)
  await context.setOffline(true)
  await code.fill('123456')
  await expect(code).toHaveAccessibleDescription(login.messages.noConnection)
  await context.setOffline(false)
  await code.fill(await app.mail.codeFor(email))
  await expect(loginPages(page).name).toBeVisible()
})

test('an early second request for a code shows how many seconds to wait', async ({ page, visitor }) => {
  const email = someEmail()
  expect((await visitor.askForCode(email)).status).toBe(200)
  // Uses the address of the first request, because requests from other networks do not have to wait.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': visitor.address })
  await page.goto('/login')
  await loginPages(page).address.fill(email)
  await loginPages(page).send.click()
  await expect(loginPages(page).address).toHaveAccessibleDescription(patternOfText(login.messages.waitSeconds_other))
  await expect(loginPages(page).address).toHaveAccessibleDescription(/\b(2\d|30)\b/)
})

test('"Use another email" returns to the login page with the address filled in', async ({ page }) => {
  const email = someEmail()
  await page.goto('/login?redirect=/app')
  await askForCode(page, email)
  await loginPages(page).useAnother.click()
  await expect(loginPages(page).address).toHaveValue(email)
  await expect(loginPages(page).address).toBeFocused()
  await askForCode(page, someEmail('another'))
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/app')
})

test('the verify page without a valid address redirects to the login page', async ({ page }) => {
  for (const query of ['', '?email=', '?email=nobody', '?email=a@b.c,d@e.f', '?email[]=x', '?email=%00@example.com']) {
    await page.goto(`/login/verify${query}`)
    await expect(page, query).toHaveURL(/\/login$/)
  }
})

test('the error page explains why a sign-in by a provider failed, even for unknown reasons', async ({ page }) => {
  const { signup_disabled, access_denied, unknown_error } = login.error
  const kinds = { signup_disabled, access_denied, unknown_error, toString: unknown_error, '': unknown_error }
  for (const [kind, { title, text }] of Object.entries(kinds)) {
    await page.goto(`/login/error?error=${kind}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByRole('link', { name: login.error.backToLogin }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('while sign-up is closed, the login page mentions only signing in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: login.heading, exact: true })).toBeVisible()
  const closed = await startApp({ SIGNUP_ENABLED: 'false' })
  await page.goto(`${closed.url}/login`)
  await expect(page.getByRole('heading', { name: login.headingSignInOnly, exact: true })).toBeVisible()
  await closed.stop()
})
