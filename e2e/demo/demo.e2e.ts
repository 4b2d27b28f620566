import { expect, type Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, startApp } from '../support/app.ts'
import { AUTH_ENDPOINTS, ENDPOINTS } from '../support/endpoints.ts'
import { callFunction } from '../support/server-function.ts'
import { test as base } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const test = base.extend<object, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the used fixtures from this pattern
    async ({}, use) => {
      const demo = await startApp({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '' })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('the demo shows the code of a sign-in, and a dialog explains the demo if a change is refused', async ({
  page,
  app,
}) => {
  await signInToDemo(page, app)
  await page.goto('/manager/repositories?dialog=new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Never kept')
  await page.getByLabel('Link').fill('never.example.com')
  await page.getByRole('button', { name: 'Add repository' }).click()
  const overlay = page.getByRole('dialog', { name: 'Demo Mode' })
  await expect(overlay).toContainText('This is a read-only demo, this action is disabled.')
  const { command, contactEmail } = appConfig.starter ?? {}
  for (const text of [command, contactEmail].filter(Boolean)) await expect(overlay).toContainText(text ?? '')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Never kept')
})

test('a visitor enters the demo with a button, without typing an address', async ({ page, app }) => {
  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: 'Look around as an administrator' }).click()
  await expect(page).toHaveURL(/\/login\/verify\?.*admin(%40|@)example\.com/)
  await expect(page.locator('output')).toHaveText(/^\d{6}$/)
})

test('in Arabic on a phone, the dialog of the demo is a drawer, from right to left', async ({ page, app }) => {
  const { demo } = textsOf('ar')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInToDemo(page, app)
  await page.goto('/manager/repositories?dialog=new&lng=ar')
  await page.locator('input[name=name]').fill('Never kept')
  await page.locator('input[name=link]').fill('never.example.com')
  await page.locator('form:has(input[name=link]) button[type=submit]').click()
  await expect(page.getByRole('dialog', { name: demo.title })).toContainText(demo.text)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('the demo refuses every request that changes data, and the database stays unchanged', async ({ app }) => {
  const visitor = new Visitor(app)
  await visitor.askForCode('admin@example.com')
  await visitor.enterCode('admin@example.com', await demoCodeOf(visitor, 'admin@example.com'))
  const before = await dumpOf(app)
  for (const [id, { method }] of Object.entries(ENDPOINTS)) {
    const { status, error } = await callFunction(visitor, id, undefined, method)
    if (method === 'POST')
      expect({ id, status, error }).toMatchObject({ id, status: REFUSED.status, error: REFUSED.body })
    else expect({ id, status }).not.toMatchObject({ status: 403 })
  }
  for (const [path, { method }] of Object.entries(AUTH_ENDPOINTS)) {
    if (OPEN_IN_DEMO.has(path)) continue
    const answer = await (method === 'GET' ? visitor.get(`/api/auth${path}`) : visitor.post(`/api/auth${path}`))
    expect({ path, ...answer }).toMatchObject({ path, ...REFUSED })
  }
  for (const intent of ['give-name', 'stop-impersonating']) {
    const form = new URLSearchParams({ intent, name: 'Changed' }).toString()
    const headers = { origin: app.url, 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await visitor.send('POST', '/app', form, headers)
    expect({ intent, status }).toEqual({ intent, status: REFUSED.status })
  }
  expect(await dumpOf(app)).toEqual(before)
  expect((await visitor.get('/manager/users')).status).toBe(200)
  expect((await visitor.post('/api/auth/sign-out')).status).toBe(200)
})

test(
  'fourteen visitors of the demo sign in at once, and no visitor sees the IP address of another',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    const visitors = Array.from({ length: 14 }, () => new Visitor(app))
    for (const visitor of visitors) {
      expect((await visitor.askForCode('admin@example.com')).status).toBe(200)
      const code = await demoCodeOf(visitor, 'admin@example.com')
      expect((await visitor.enterCode('admin@example.com', code)).status).toBe(200)
    }
    const addresses = visitors.map(({ address }) => address)
    expect(await app.sql`select 1 from session where ip_address = any(${addresses})`).toEqual([])
    const { result } = await callFunction(visitors[0] ?? new Visitor(app), 'account.listMySessions')
    for (const address of addresses) expect(JSON.stringify(result)).not.toContain(address)
  },
)

const REFUSED = { status: 403, body: { code: 'DEMO_MODE_ENABLED' } }
/** The paths that a demo does not refuse: those for sign-in, sign-out and reading. */
const OPEN_IN_DEMO = new Set([
  '/get-session',
  '/admin/list-users',
  '/email-otp/send-verification-otp',
  '/sign-in/email-otp',
  '/sign-out',
])

async function signInToDemo(page: Page, app: App) {
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = await page.locator('output').textContent()
  await page.getByLabel('Code', { exact: true }).fill(code ?? '')
  await expect(page).toHaveURL(/\/manager\/dashboard$/)
  // Reset the rate limits, because the next test requests a code for the same address.
  await app.sql`delete from throttle`
}

/** Returns the code that the demo shows instead of sending it. */
async function demoCodeOf(visitor: Visitor, email: string): Promise<string> {
  const { body } = await visitor.get(`/login/verify?${new URLSearchParams({ email })}`)
  return /<output[^>]*>(\d{6})</.exec(String(body))?.[1] ?? ''
}

/** Returns all rows of the product's tables. */
async function dumpOf({ sql }: App): Promise<Record<string, unknown>> {
  // Excludes tables that change without visitors: processes report every ten seconds, and a job checks links.
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('server_process', 'repository_link')`
  expect(tables.length).toBeGreaterThan(7)
  const dump: Record<string, unknown> = {}
  for (const { name } of tables)
    dump[name] = (await sql`select to_jsonb(t) as row from ${sql(name)} t order by to_jsonb(t)::text`).map(
      ({ row }) => row,
    )
  return dump
}
