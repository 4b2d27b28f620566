import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, someEmail } from '../support/app.ts'
import { askForCode, loginPages, addOnboardedUser } from '../support/login-pages.ts'
import { expect, test } from '../support/test.ts'
import { fill, patternOfText, textsOf } from '../support/texts.ts'

const { login, onboarding } = textsOf('en')
const { verify, messages } = login

test('a pasted code with spaces, a dash or Arabic digits is accepted and submitted automatically', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const spellings = [
    (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}\n`,
    (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0x06_60 + Number(digit))),
  ]
  for (const spell of spellings) {
    const { code } = await openVerifyPage(page, app)
    await page.evaluate((text) => navigator.clipboard.writeText(text), spell(code))
    await loginPages(page).code.press('ControlOrMeta+v')
    await expect(page.getByRole('heading', { name: onboarding.heading })).toBeVisible()
    await context.clearCookies()
  }
})

test('Back from the verify page shows the login page with the typed address', async ({ page, app }) => {
  const { email } = await openVerifyPage(page, app)
  await page.goBack()
  await expect(loginPages(page).address).toHaveValue(email)
  await page.goForward()
  await expect(loginPages(page).code).toBeVisible()
})

test('a second request for a code while a code is valid opens the verify page and sends no other code', async ({
  page,
  app,
  browser,
}) => {
  const { email, code } = await openVerifyPage(page, app)
  await loginPages(page).useAnother.click()
  await loginPages(page).send.click()
  await expect(page.getByText(patternOfText(verify.validFor))).toBeVisible()
  expect(app.mail.codeMailsTo(email)).toHaveLength(1)

  const context = await browser.newContext({
    baseURL: app.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/login')
  await loginPages(plain).address.fill(email)
  await loginPages(plain).send.click()
  await expect(plain).toHaveURL(/verify/)
  await context.close()
  await loginPages(page).code.fill(code)
  await expect(loginPages(page).name).toBeVisible()
})

test('Back before the verify page is shown leaves a form that can be sent again', async ({ page }) => {
  await page.goto('/login')
  await loginPages(page).address.fill(someEmail())
  await loginPages(page).send.click()
  await page.waitForURL(/verify/)
  await page.goBack()
  await loginPages(page).send.click()
  await expect(loginPages(page).code).toBeVisible()
})

test('a request for a code right after too many wrong codes opens the verify page, which says when to try again', async ({
  page,
  app,
}) => {
  const { email, code } = await openVerifyPage(page, app)
  for (let tries = 0; tries < appConfig.loginCode.triesPerCode; tries += 1) {
    await loginPages(page).code.fill(otherThan(code))
    await expect(loginPages(page).code).toHaveValue('')
  }
  await loginPages(page).useAnother.click()
  await loginPages(page).send.click()
  await expect(page.getByText(verify.void)).toBeVisible()
  await expect(page.getByRole('button', { name: patternOfText(verify.sendNewIn) })).toBeDisabled()
  expect(app.mail.codeMailsTo(email)).toHaveLength(1)
})

test('a wrong code is cleared and announced without a layout shift, and the correct code then works', async ({
  page,
  app,
}) => {
  const { code } = await openVerifyPage(page, app)
  const field = loginPages(page).code
  const place = await loginPages(page).confirm.boundingBox()
  const wrongCode = fill(messages.wrongCodeTriesLeft_other, { count: '2' })
  await field.fill(otherThan(code))
  await expect(field).toHaveAccessibleDescription(wrongCode)
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(page.locator('[aria-live]', { hasText: wrongCode })).toBeVisible()
  expect(await loginPages(page).confirm.boundingBox()).toEqual(place)

  await field.pressSequentially(code)
  await expect(loginPages(page).name).toBeVisible()
})

test('the Confirm button shows an error for an incomplete or invalid code', async ({ page, app }) => {
  await openVerifyPage(page, app)
  const { code, confirm } = loginPages(page)
  await confirm.click()
  await expect(code).toHaveAccessibleDescription(messages.codeRequired)
  await expect(code).toBeFocused()
  await code.fill('12a4')
  await confirm.click()
  await expect(code).toHaveAccessibleDescription(messages.codeLength.replace('{{count}}', '6'))
  await expect(code).toHaveValue('12a4')
  await code.fill('12a456')
  await expect(code).toHaveAccessibleDescription(messages.codeInvalid)
})

test('three wrong codes invalidate the code, and the verify page shows this even after a reload', async ({
  page,
  app,
}) => {
  const { code } = await openVerifyPage(page, app)
  const field = loginPages(page).code
  const triesLeft = [
    fill(messages.wrongCodeTriesLeft_other, { count: '2' }),
    fill(messages.wrongCodeTriesLeft_one, { count: '1' }),
  ]
  for (const message of [...triesLeft, messages.tooManyTries]) {
    await field.fill(otherThan(code))
    await expect(field).toHaveAccessibleDescription(message)
  }
  await expect(page.getByText(verify.void)).toBeVisible()
  await expect(page.getByText(patternOfText(verify.validFor))).toBeHidden()
  await field.fill(code)
  await expect(field).toHaveAccessibleDescription(messages.tooManyTries)
  await page.reload()
  await expect(page.getByText(verify.void)).toBeVisible()
})

test('the verify page counts down the validity of the code, and an expired code shows its own error', async ({
  page,
  app,
}) => {
  const { code } = await openVerifyPage(page, app)
  const life = page.getByText(patternOfText(verify.validFor))
  const first = await life.innerText()
  expect(first).toMatch(/4:5\d|5:00/)
  await expect(life).not.toHaveText(first)
  await letTimePass(app, '4 minutes')
  await page.reload()
  await expect(life).toHaveText(/0:[1-5]\d/)
  await letTimePass(app, '1 minute')
  await page.reload()
  await expect(page.getByText(verify.expired)).toBeVisible()
  await loginPages(page).code.fill(code)
  await expect(loginPages(page).code).toHaveAccessibleDescription(messages.expiredCode)
})

test('a banned user sees reason and end of the ban only after the correct code', async ({ page, app }) => {
  const email = await addOnboardedUser(app, someEmail())
  await app.sql`update "user" set banned = true, ban_reason = 'Sold keys', ban_expires = '2124-05-06T12:00:00Z' where email = ${email}`
  const { code } = await openVerifyPage(page, app, email)
  await loginPages(page).code.fill(otherThan(code))
  await expect(loginPages(page).code).toHaveAccessibleDescription(patternOfText(messages.wrongCodeTriesLeft_other))
  await loginPages(page).code.fill(code)
  const told = loginPages(page).code
  await expect(told).toHaveAccessibleDescription(patternOfText(messages.banned))
  await expect(told).toHaveAccessibleDescription(patternOfText(fill(messages.bannedReason, { reason: 'Sold keys' })))
  await expect(told).toHaveAccessibleDescription(/May 6, 2124/)
})

test('a new code can be requested after 30 seconds and replaces the previous one', async ({ page, app }) => {
  const { email, code } = await openVerifyPage(page, app)
  const sendNew = page.getByRole('button', { name: verify.sendNew, exact: true })
  await expect(page.getByRole('button', { name: patternOfText(verify.sendNewIn) })).toBeDisabled()
  await letTimePass(app, '26 seconds')
  await page.reload()
  await expect(sendNew).toBeEnabled()
  await loginPages(page).code.fill('12')
  await sendNew.click()
  await expect(page.getByText(verify.newCodeSent).or(page.getByText(verify.mail.sent))).toBeVisible()
  await expect(page.getByRole('button', { name: patternOfText(verify.sendNewIn) })).toBeDisabled()
  await expect(loginPages(page).code).toHaveValue('')
  await expect(loginPages(page).code).toBeFocused()

  const newer = await app.mail.codeFor(email, 2)
  if (newer !== code) {
    await loginPages(page).code.fill(code)
    await expect(loginPages(page).code).toHaveAccessibleDescription(patternOfText(messages.wrongCodeTriesLeft_other))
  }
  await loginPages(page).code.fill(newer)
  await expect(loginPages(page).name).toBeVisible()
})

test('the verify page shows the mail status after a reload too, but only in the browser that requested the code', async ({
  page,
  app,
  browser,
}) => {
  await app.mail.stop()
  const email = someEmail()
  await page.goto('/login')
  await askForCode(page, email)
  await expect(page.getByText(verify.mail.delayed)).toBeVisible()
  await page.reload()
  await expect(page.getByText(verify.mail.delayed)).toBeVisible()

  const stranger = await browser.newPage({ baseURL: app.url })
  await stranger.goto(`/login/verify?email=${email}`)
  await expect(loginPages(stranger).code).toBeVisible()
  for (const told of [...Object.values(verify.mail).map(patternOfText), patternOfText(verify.validFor)])
    await expect(stranger.getByText(told)).toHaveCount(0)
  await stranger.close()

  await app.mail.start()
  await expect(page.getByText(verify.mail.sent)).toBeVisible({ timeout: 20_000 })
  await loginPages(page).code.fill(await app.mail.codeFor(email))
  await expect(loginPages(page).name).toBeVisible()
})

test('the verify page shows that the mail server refuses the address permanently', async ({ page, app }) => {
  app.mail.refuseWith = 550
  await page.goto('/login')
  await askForCode(page, someEmail())
  await expect(page.getByText(verify.mail.failed)).toBeVisible()
  app.mail.refuseWith = undefined
})

test('if no code was requested, the verify page says so and offers to send a code', async ({ page, app }) => {
  const email = someEmail()
  await page.goto(`/login/verify?email=${email}`)
  await expect(page.getByText(verify.leadNotAsked)).toBeVisible()
  await expect(page.getByText(verify.lead)).toBeHidden()
  await page.getByRole('button', { name: verify.send, exact: true }).click()
  await expect(page.getByRole('heading', { name: verify.heading })).toBeVisible()
  await expect(page.getByText(verify.lead)).toBeVisible()
  await expect(page.getByText(verify.newCodeSent)).toBeHidden()
  await loginPages(page).code.fill(await app.mail.codeFor(email))
  await expect(loginPages(page).name).toBeVisible()
})

/** Requests a code on the login page, waits for the verify page, and reads the code from the mail. */
async function openVerifyPage(page: Page, app: App, email = someEmail()) {
  await page.goto('/login')
  await askForCode(page, email)
  return { email, code: await app.mail.codeFor(email) }
}

/** Moves all code requests and rate limits back in time by this interval. */
async function letTimePass(app: App, interval: string) {
  await app.sql`update code_request set created_at = created_at - ${interval}::interval`
  await app.sql`update throttle set ends_at = ends_at - ${interval}::interval`
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
