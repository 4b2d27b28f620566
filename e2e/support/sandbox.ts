import type { Browser, Page } from '@playwright/test'
import { prepareSandboxes } from '../../scripts/database/sandbox-template.ts'
import { type App, superuserUrl, someAddress, startApp } from './app.ts'
import { untilHydrated } from './page-health.ts'
import { query } from './script.ts'
import { callFunction } from './server-function.ts'
import { expect, test as base } from './test.ts'
import { textsOf } from './texts.ts'
import { Visitor } from './visitor.ts'

/** The settings of a demo whose visitors have sandboxes. */
export const SANDBOXES = { DEMO_MODE: 'sandbox', SMTP_URL: '', EMAIL_FROM: '' }
/** The name of the cookie that leads to a visitor's sandbox. */
export const SANDBOX_COOKIE = 'latchkey.sandbox'

/** Playwright's `test` with a demo whose visitors have sandboxes. */
export const test = base.extend<object, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
    async ({}, use) => {
      const app = await startApp({ ...SANDBOXES, DEMO_MODE: 'true' })
      // Grant the only additional right that sandboxes need. The roles keep the right after the test, because other
      // workers need it too.
      for (const url of [app.databaseUrl, app.ownerUrl])
        await query(superuserUrl(url), `alter role ${new URL(url).username} createdb`)
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

/** Signs in on the page as an administrator in a new sandbox, and waits for the dashboard. */
export async function signInToSandbox(page: Page, language: string) {
  const texts = textsOf(language)
  await page.goto(`/login?lng=${language}`)
  await page.getByLabel(texts.login.email).fill('admin@example.com')
  await page.getByRole('button', { name: texts.login.continueWithEmail }).click()
  const code = await page.locator('output').textContent()
  await untilHydrated(page)
  await page.locator('input[autocomplete=one-time-code]').fill(code ?? '')
  await expect(page).toHaveURL(/\/manager\/dashboard$/)
}

/** Opens a page on the phone of another visitor, who is an administrator in a new sandbox. */
export async function anotherVisitor(browser: Browser, app: App, language: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await signInToSandbox(page, language)
  return page
}

/** Signs in a visitor without a browser, as an administrator in a new sandbox. */
export async function signInToNewSandbox(app: App): Promise<Visitor> {
  const visitor = new Visitor(app)
  await signInWithShownCode(visitor)
  expect(visitor.cookie(SANDBOX_COOKIE)).toBeDefined()
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

/** Checks that a visitor gets the read-only demo. */
export async function expectReadOnlyDemo(visitor: Visitor) {
  await signInWithShownCode(visitor)
  expect(visitor.cookie(SANDBOX_COOKIE)).toBeUndefined()
  expect(await createInSandbox(visitor, 'Never kept')).toMatchObject({
    status: 403,
    error: { code: 'DEMO_MODE_ENABLED' },
  })
  expect((await visitor.get('/manager/users')).status).toBe(200)
}

/** Creates a repository in the visitor's sandbox. */
export function createInSandbox(visitor: Visitor, name: string) {
  const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
  return callFunction(visitor, 'repositories.createRepository', fields, 'POST')
}
