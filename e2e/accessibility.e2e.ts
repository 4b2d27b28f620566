import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, someEmail } from './support/app.ts'
import { startLocalApp } from './support/local-app.ts'
import { somebodyNamed } from './support/login-pages.ts'
import { accessibilityProblems, complaintsOf, overflow } from './support/page-health.ts'
import { expect, signIn, test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const NARROWEST = { width: 320, height: 640 }

for (const language of ['en', 'ar'] as const) {
  const { common, login } = textsOf(language)

  test(`${language}: everybody can use the sign-in pages, in both themes and on every screen`, async ({
    page,
    app,
  }) => {
    await speak(page, app, language)
    const complaints = complaintsOf(page)
    await page.goto('/login')
    await isFine(page, 'login')
    await page.getByRole('button', { name: login.continueWithEmail }).click()
    await expect(page.getByText(login.messages.emailRequired)).toBeVisible()
    await isFine(page, 'login with an error')

    const email = someEmail()
    await page.getByLabel(login.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: login.continueWithEmail }).click()
    await expect(page.getByText(login.verify.mail.sent)).toBeVisible()
    await isFine(page, 'verify')
    const code = await app.mail.codeFor(email)
    await page
      .getByLabel(login.verify.code, { exact: true })
      .fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await expect(page.getByText(login.messages.wrongCode)).toBeVisible()
    await isFine(page, 'verify with an error')

    await page.goto('/login/error?error=access_denied')
    await isFine(page, 'login error')
    await page.goto('/nowhere')
    await isFine(page, '404')
    expect(complaints).toEqual([])
  })

  test(`${language}: everybody can use the areas, in both themes and on every screen`, async ({ page, app }) => {
    test.slow()
    await speak(page, app, language)
    const complaints = complaintsOf(page)
    const email = someEmail()
    await signIn(app, page, email)
    await page.goto('/app')
    await isFine(page, 'onboarding')
    await app.sql`update "user" set name = 'Zoë Adams' where email = ${email}`
    await page.goto('/app')
    await isFine(page, 'home')
    await page.locator('summary').filter({ visible: true }).click()
    await isFine(page, 'home with the account menu')
    await page.goto('/manager/dashboard')
    await expect(page.getByRole('heading', { name: common.pages['403'].title })).toBeVisible()
    await isFine(page, '403')
    await app.sql`update "user" set role = 'admin' where email = ${email}`
    await page.goto('/manager/dashboard')
    await isFine(page, 'dashboard')
    await page.setViewportSize(WINDOWS.phone)
    await page.getByRole('button', { name: common.menu, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('everybody can use the local inbox and read its banner', async ({ page }) => {
  test.slow()
  const local = await startLocalApp()
  const complaints = complaintsOf(page)
  await page.goto(`${local.url}/login`)
  await page.getByRole('textbox').fill(someEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: textsOf('en').login.verify.openInbox })).toBeVisible()
  await isFine(page, 'verify in local mode')
  await page.goto(`${local.url}/dev/inbox`)
  await expect(page.locator('output')).toHaveText(/^\d{6}$/)
  await isFine(page, 'inbox')
  expect(complaints).toEqual([])
  await local.stop()
})

test('whoever wants less motion gets none', async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(app, page, await somebodyNamed(app, someEmail()))
  await page.goto('/app')
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')].map((element) => getComputedStyle(element).transitionDuration),
  )
  expect(durations.filter((duration) => Number.parseFloat(duration) > 0.001)).toEqual([])
})

async function speak(page: Page, app: App, language: string) {
  await page.context().addCookies([{ name: appConfig.languageCookie.name, value: language, url: app.url }])
}

/** Looks at the page as it stands, light and dark, wide and narrow. Of all rules only contrast depends on the theme. */
async function isFine(page: Page, name: string) {
  for (const [screen, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await accessibilityProblems(page), `${name}, ${screen}`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    expect(await accessibilityProblems(page, ['color-contrast']), `${name}, ${screen}, dark`).toEqual([])
  }
  await page.setViewportSize(NARROWEST)
  expect(await overflow(page), `${name} is wider than 320 px`).toBe(0)
  await page.setViewportSize(WINDOWS.desktop)
}
