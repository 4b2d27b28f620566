import type { Browser, Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, someAddress } from '../support/app.ts'
import { complaintsOf, untilHydrated } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const [en, fr, ar] = [textsOf('en'), textsOf('fr'), textsOf('ar')]
const SAVE_PATH = '/api/preferences.savePreferences'

test('language and theme are synchronized between the devices of a user and applied in the first HTML', async ({
  app,
  browser,
}) => {
  const email = await newUserEmail(app)
  const laptop = await openOnDevice(app, browser, { width: 1280, height: 800 })
  const phone = await openOnDevice(app, browser, { width: 390, height: 844 })
  // Devices don't share their preferences before a user signs in.
  await phone.page.goto('/login')
  await phone.page.getByLabel(en.common.theme).selectOption('light')

  await signIn(app, laptop.page, email)
  await laptop.page.goto('/app/account')
  await untilHydrated(laptop.page)
  const preferences = laptop.page.getByRole('region', { name: en.account.preferences })
  await untilSaved(laptop.page, () => preferences.getByLabel(en.common.theme).selectOption('dark'))
  await untilSaved(laptop.page, () => preferences.getByLabel(en.common.language).selectOption('ar'))
  await expect(laptop.page.locator('html')).toHaveAttribute('dir', 'rtl')

  await signIn(app, phone.page, email)
  const html = await (await phone.page.goto('/app'))?.text()
  expect(html).toMatch(/<html lang="ar" dir="rtl" class="dark"/)
  await untilHydrated(phone.page)
  await expect(phone.page.locator('html')).toHaveClass('dark')
  expect(await phone.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  const colors = await phone.page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])
  expect(colors, 'no other theme was drawn').toHaveLength(1)

  // The other device adopts a newer choice with its next request to the server, and after each page load.
  await phone.page.goto('/app/account')
  await untilHydrated(phone.page)
  const onPhone = phone.page.getByRole('region', { name: ar.account.preferences })
  await untilSaved(phone.page, () => onPhone.getByLabel(ar.common.language).selectOption('fr'))
  await laptop.page.getByRole('link', { name: ar.common.nav.repositories }).first().click()
  await expect(laptop.page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(laptop.page).toHaveTitle(new RegExp(fr.repositories.title))
  await laptop.page.reload()
  await expect(laptop.page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(laptop.page.locator('html')).toHaveClass('dark')

  // A choice that could not be sent is saved with the next page load.
  await laptop.page.goto('/app/account')
  await untilHydrated(laptop.page)
  await laptop.page.route(`**${SAVE_PATH}*`, (route) => route.abort())
  await laptop.page
    .getByRole('region', { name: fr.account.preferences })
    .getByLabel(fr.common.theme)
    .selectOption('light')
  await expect(laptop.page.locator('html')).toHaveClass('light')
  await laptop.page.unroute(`**${SAVE_PATH}*`)
  await laptop.page.reload()
  await expect(laptop.page.locator('html')).toHaveClass('light')
  await phone.page.reload()
  await expect(phone.page.locator('html')).toHaveClass('light')

  // A signed-out device keeps its preferences, and gets the prepared pages, which are the same for all users.
  await phone.page.context().request.post('/api/auth/sign-out', { headers: { origin: app.url }, data: {} })
  const login = await phone.page.goto('/login')
  expect(await login?.text()).toMatch(/<html lang="fr" dir="ltr" class="light"/)
  expect(await login?.headerValue('content-security-policy')).not.toContain('nonce-')
  await phone.page.getByLabel(fr.common.language).selectOption('sw')
  await laptop.page.reload()
  await expect(laptop.page.locator('html')).toHaveAttribute('lang', 'fr')
  const complaints = [...laptop.complaints, ...phone.complaints]
  expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  await laptop.page.context().close()
  await phone.page.context().close()
})

test('a user chooses which emails they get, with and without JavaScript', async ({ app, browser, page }) => {
  const email = await newUserEmail(app)
  await signIn(app, page, email)
  await page.goto('/app/account#notices')
  const { title, optional, saved, kept: reason } = en.account.notices
  const section = page.getByRole('region', { name: title })
  await expect(section).toContainText(reason)
  await section.getByLabel(optional['new-device']).uncheck()
  await section.getByRole('button', { name: en.common.save }).click()
  await expect(page.getByText(saved)).toBeVisible()
  await expect(page.getByText(en.account.events.byYou['notices-chosen'])).toBeVisible()

  const silent = await browser.newContext({
    baseURL: app.url,
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  })
  const plain = await silent.newPage()
  await plain.goto('/app/account')
  const form = plain.getByRole('region', { name: title })
  await expect(form.getByLabel(optional['new-device'])).not.toBeChecked()
  await form.getByLabel(optional['role-changed']).uncheck()
  await form.getByLabel(optional['new-device']).check()
  await form.getByRole('button', { name: en.common.save }).click()
  await expect(plain.getByText(saved)).toBeVisible()
  await expect(form.getByLabel(optional['new-device'])).toBeChecked()
  await expect(form.getByLabel(optional['role-changed'])).not.toBeChecked()
  await silent.close()
})

/** Opens a separate browser context that records each background color of its page. */
async function openOnDevice(app: App, browser: Browser, viewport: { width: number; height: number }) {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport,
    colorScheme: 'light',
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(look)
    }
    look()
  })
  return { page, complaints: complaintsOf(page) }
}

/** Makes a choice, and waits until the account has saved it. */
async function untilSaved(page: Page, choose: () => Promise<unknown>) {
  const answer = page.waitForResponse((response) => response.url().includes(SAVE_PATH))
  await choose()
  expect((await answer).status()).toBeLessThan(300)
}

test('the language of a link applies only to its page and does not change the language of the account', async ({
  app,
  page,
  browser,
}) => {
  const email = await newUserEmail(app)
  await chooseLanguage(app, page, 'fr')
  await signIn(app, page, email)
  await page.goto('/app')
  await page.goto('/app/repositories?lng=ar')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  // The server responds in the account's language, but the page keeps the language of the link.
  await page.getByRole('searchbox').fill('atlas')
  await expect(page).toHaveURL(/searchTerm=atlas/)
  await page.getByRole('link', { name: ar.common.nav.home }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const [row] = await app.sql`select chosen_language from "user" where email = ${email}`
  expect(row).toEqual({ chosen_language: 'fr' })
  const phone = await openOnDevice(app, browser, { width: 390, height: 844 })
  await signIn(app, phone.page, email)
  await phone.page.goto('/app')
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'fr')
  await phone.page.context().close()
})

test('an account without a language gets the language of the device that signs in', async ({ app, page }) => {
  const email = await newUserEmail(app)
  await page.goto('/login?lng=sw')
  await signIn(app, page, email)
  await page.goto('/app')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const [row] = await app.sql`select chosen_language, chosen_theme from "user" where email = ${email}`
  expect(row).toEqual({ chosen_language: 'sw', chosen_theme: null })
  expect((await page.context().cookies()).find(({ name }) => name === appConfig.agreedCookie.name)?.httpOnly).toBe(true)
})
