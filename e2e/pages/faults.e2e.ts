import type { Page } from '@playwright/test'
import { FAULT_SECONDS, FAULTS, FAULTS_PAGE } from '#lib/faults.ts'
import { someEmail } from '../support/app.ts'
import { startLocalApp } from '../support/local-app.ts'
import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { common, kit, login } = textsOf('en')
const { faults } = kit

test(
  'a developer can turn on each simulated fault for their own browser, and turn it off on any page',
  ONLY_IN_FULL_RUN,
  async ({ browser }) => {
    test.slow()
    const local = await startLocalApp()
    const context = await browser.newContext({ baseURL: local.url, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(FAULTS_PAGE.path)
    for (const fault of FAULTS) await expect(page.getByLabel(faults.names[fault], { exact: true })).not.toBeChecked()
    expect(await accessibilityProblems(page)).toEqual([])

    await turnOnOnly(page, 'mail-refused')
    await page.goto('/login')
    await expect(pillOf(page)).toContainText(fill(faults.on, { names: faults.names['mail-refused'] }))
    await page.getByRole('textbox').fill(someEmail())
    await page.getByRole('button', { name: login.continueWithEmail }).click()
    // The queue might have other mails to send first.
    await expect(page.getByText(login.verify.mail.failed)).toBeVisible({ timeout: 30_000 })
    await expect(pillOf(page)).toBeVisible()
    await page.getByRole('button', { name: faults.none }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(pillOf(page)).toBeHidden()
    await signIn(page)

    await turnOnOnly(page, 'database-away')
    expect((await page.goto('/app'))?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages['503'].title)
    // Hydration renders a failed page again, and must not remove the pill that shows the active faults.
    await untilHydrated(page)
    await expect(pillOf(page)).toBeVisible()
    expect((await page.request.get('/api/account.listMySessions?createServerFn')).headers()['retry-after']).toBe(
      `${FAULT_SECONDS['database-away']}`,
    )
    // Other browsers are not affected.
    const other = await browser.newContext({ baseURL: local.url })
    expect((await other.request.get('/login')).status()).toBe(200)
    await other.close()

    await turnOnOnly(page, 'too-many')
    const refused = await page.goto('/app')
    expect([refused?.status(), refused?.headers()['retry-after']]).toEqual([429, `${FAULT_SECONDS['too-many']}`])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Too many requests/)
    await expect(pillOf(page)).toBeVisible()

    await turnOnOnly(page, 'offline')
    await page.goto('/app')
    await expect(page.request.get('/api/account.listMySessions?createServerFn')).rejects.toThrow(/hang up|ECONNRESET/)

    await turnOnOnly(page, 'session-expired')
    await page.goto('/app')
    await page.getByRole('link', { name: common.nav.repositories }).first().click()
    await expect(page).toHaveURL(/\/login\?/)
    await untilHydrated(page)
    // The login page must not redirect back to the app, where the next call would lead to the login page again.
    await expect(page.getByRole('button', { name: login.continueWithEmail })).toBeVisible()

    await turnOnOnly(page, 'slow')
    const startedAt = performance.now()
    await page.goto('/app')
    expect(performance.now() - startedAt).toBeGreaterThan(2_000)

    await turnOnOnly(page, 'failed-files', 'slow-texts')
    await page.goto('/login')
    const missing = page.waitForResponse((response) => response.url().endsWith('.js') && response.status() === 404)
    await page.goto('/app/account')
    await missing
    await expect(pillOf(page)).toBeVisible()

    // Uses another tab, because the first one reloads after the missing file.
    const phone = await context.newPage()
    await phone.setViewportSize({ width: 320, height: 568 })
    await phone.goto(`${FAULTS_PAGE.path}?lng=ar`)
    await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await horizontalOverflow(phone)).toBe(0)
    await phone.getByRole('button', { name: textsOf('ar').kit.faults.none }).click()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(FAULTS_PAGE.cookie)
    const foreign = await page.request.post(FAULTS_PAGE.path, {
      headers: { origin: 'https://evil.example' },
      form: { slow: 'on' },
    })
    expect(foreign.status()).toBe(403)
    await context.close()
    await local.stop()
  },
)

test('outside of local mode, faults cannot be simulated', async ({ page, app }) => {
  await page.context().addCookies([{ name: FAULTS_PAGE.cookie, value: FAULTS.join('.'), url: app.url }])
  const answer = await page.goto('/login')
  expect(answer?.status()).toBe(200)
  await untilHydrated(page)
  await expect(pillOf(page)).toHaveCount(0)
  expect((await page.request.get(FAULTS_PAGE.path)).status()).toBe(404)
  const posted = await page.request.post(FAULTS_PAGE.path, { headers: { origin: app.url }, form: { slow: 'on' } })
  expect(posted.status()).toBe(400)
  expect(posted.headers()['set-cookie']).toBeUndefined()
})

/** Turns these faults on and all others off. */
async function turnOnOnly(page: Page, ...chosen: (keyof typeof faults.names)[]) {
  await page.goto(FAULTS_PAGE.path)
  for (const fault of FAULTS)
    await page.getByLabel(faults.names[fault], { exact: true }).setChecked(chosen.includes(fault))
  await page.getByRole('button', { name: common.save }).click()
  for (const fault of chosen) await expect(page.getByLabel(faults.names[fault], { exact: true })).toBeChecked()
}

function pillOf(page: Page) {
  return page.getByRole('complementary', { name: faults.title })
}

/** Signs in with a code from the inbox. */
async function signIn(page: Page) {
  await page.goto('/login')
  await page.getByRole('textbox').fill('user@example.com')
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  const inbox = await page.context().newPage()
  await inbox.goto('/dev/inbox')
  const code =
    (await inbox.getByRole('listitem').filter({ hasText: 'user@example.com' }).locator('output').textContent()) ?? ''
  await inbox.close()
  await page.getByLabel(login.verify.code, { exact: true }).fill(code)
  await expect(page).toHaveURL(/\/app/)
}
