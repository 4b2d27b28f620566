import { expect, type Page } from '@playwright/test'
import demoAr from '#locales/ar/demo.json' with { type: 'json' }
import { appConfig } from '#app.config'
import { type App, startApp } from './support/app.ts'
import { test as base } from './support/test.ts'

const test = base.extend<object, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
    async ({}, use) => {
      const demo = await startApp({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '' })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('the demo shows its code, and says what it is when a change is tried', async ({ page, app }) => {
  await signInToDemo(page, app)
  await page.goto('/manager/repositories?dialog=new')
  await page.getByLabel('Name').fill('Never kept')
  await page.getByLabel('Link').fill('never.example.com')
  await page.getByRole('button', { name: 'Create repository' }).click()
  const overlay = page.getByRole('dialog', { name: 'Demo Mode' })
  await expect(overlay).toContainText('This is a read-only demo, this action is disabled.')
  await expect(overlay).toContainText(appConfig.starter.command)
  await expect(overlay).toContainText(appConfig.starter.contactEmail)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Never kept')
})

test('on a phone in Arabic the overlay is a drawer, right to left', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInToDemo(page, app)
  await page.goto('/manager/repositories?dialog=new&lng=ar')
  await page.locator('input[name=name]').fill('Never kept')
  await page.locator('input[name=link]').fill('never.example.com')
  await page.locator('form:has(input[name=link]) button[type=submit]').click()
  await expect(page.getByRole('dialog', { name: demoAr.title })).toContainText(demoAr.text)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('nothing but sessions is written, whatever is tried', async ({ page, app }) => {
  await signInToDemo(page, app)
  const before = await contentOf(app)
  for (const [path, body] of Object.entries(CHANGES)) {
    const headers = { origin: app.url }
    const response = path.startsWith('/api/auth/')
      ? await page.request.post(`${app.url}${path}`, {
          headers: { ...headers, 'content-type': 'application/json' },
          data: body,
        })
      : await page.request.post(`${app.url}${path}`, { headers, form: body })
    expect(response.status(), path).toBe(403)
    expect(await response.text(), path).toContain('DEMO_MODE_ENABLED')
  }
  expect(await contentOf(app)).toEqual(before)
})

const CHANGES: Record<string, Record<string, string>> = {
  '/api/auth/update-user': { name: 'Changed' },
  '/api/auth/delete-user': {},
  '/api/auth/revoke-sessions': {},
  '/api/auth/revoke-other-sessions': {},
  '/api/auth/admin/stop-impersonating': {},
  '/api/onboarding.giveName?createServerFn=': { name: 'Changed' },
  '/api/repositories.createRepository?createServerFn=': { name: 'new', link: 'a.example', description: '' },
  '/api/repositories.deleteRepository?createServerFn=': { id: crypto.randomUUID() },
}

async function signInToDemo(page: Page, app: App) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = await page.locator('output').textContent()
  await page.getByLabel('Code', { exact: true }).fill(code ?? '')
  await expect(page).toHaveURL(/\/manager\/dashboard$/)
  // The next test asks again for the same address.
  await app.sql`delete from throttle`
}

/** Everything that is kept, but for who is signed in and what led there. */
async function contentOf({ sql }: App) {
  const [row] = await sql`
    select (select json_agg(u order by id) from "user" u) as people,
           (select json_agg(r order by id) from repository r) as repositories,
           (select json_agg(h order by id) from history_event h) as history,
           (select json_agg(a order by id) from account a) as accounts`
  return row
}
