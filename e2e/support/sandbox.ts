import type { Browser, Page } from '@playwright/test'
import { prepareSandboxes } from '#db/sandbox-template.ts'
import { type App, asAdmin, someAddress, startApp } from './app.ts'
import { untilAlive } from './page-health.ts'
import { query } from './script.ts'
import { expect, test as base } from './test.ts'
import { textsOf } from './texts.ts'
import { Visitor } from './visitor.ts'

/** The settings of a demo whose visitors have sandboxes. */
export const SANDBOXES = { DEMO_MODE: 'sandbox', SMTP_URL: '', EMAIL_FROM: '' }
/** The cookie that leads to a visitor's sandbox. */
export const COOKIE = 'latchkey.sandbox'

/** Our `test`, with a demo whose visitors have sandboxes. */
export const test = base.extend<object, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
    async ({}, use) => {
      const app = await startApp({ ...SANDBOXES, DEMO_MODE: 'true' })
      // The one right that sandboxes need beyond a role's own database; the roles keep it, for other workers need it too.
      for (const url of [app.databaseUrl, app.ownerUrl])
        await query(asAdmin(url), `alter role ${new URL(url).username} createdb`)
      await prepareSandboxes({ databaseUrl: app.databaseUrl, ownerUrl: app.ownerUrl })
      const node = await app.startNode(SANDBOXES)
      await use({ ...app, ...node })
      await node.stop()
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export { expect }

/** Has the page be that of an administrator in a new sandbox, on the dashboard. */
export async function signInToSandbox(page: Page, language: 'en' | 'ar') {
  const texts = textsOf(language)
  await page.goto(`/login?lng=${language}`)
  await page.getByLabel(texts.login.email).fill('admin@example.com')
  await page.getByRole('button', { name: texts.login.continueWithEmail }).click()
  const code = await page.locator('output').textContent()
  await untilAlive(page)
  await page.locator('input[autocomplete=one-time-code]').fill(code ?? '')
  await expect(page).toHaveURL(/\/manager\/dashboard$/)
}

/** Another visitor, on a phone, as an administrator in a new sandbox. */
export async function anotherVisitor(browser: Browser, app: App, language: 'en' | 'ar'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await signInToSandbox(page, language)
  return page
}

/** A visitor without a browser, as an administrator in a new sandbox. */
export async function inSandbox(app: App): Promise<Visitor> {
  const visitor = new Visitor(app)
  await signInWithShownCode(visitor)
  expect(visitor.cookie(COOKIE)).toBeDefined()
  return visitor
}

/** Signs in with the code that a demo shows on its page. */
export async function signInWithShownCode(visitor: Visitor) {
  const email = 'admin@example.com'
  expect((await visitor.askForCode(email)).status).toBe(200)
  const { body } = await visitor.get(`/login/verify?${new URLSearchParams({ email })}`)
  const code = /<output[^>]*>(\d{6})</.exec(String(body))?.[1] ?? ''
  expect((await visitor.enterCode(email, code)).status).toBe(200)
}
