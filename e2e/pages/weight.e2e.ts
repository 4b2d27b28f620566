import { readFileSync, readdirSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type App, someEmail, startApp } from '../support/app.ts'
import { addOnboardedUser } from '../support/login-pages.ts'
import { untilHydrated } from '../support/page-health.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { Load, startBare } from '../support/weight.ts'

const { login } = textsOf('en')

const KB = 1_000
const AREA_PAGES = ['/app', '/app/repositories', '/manager/dashboard', '/manager/repositories', '/manager/users']
const { common } = textsOf('en')
/** Matches the calls that count all rows. A list shows its rows without waiting for these calls. */
const TOTALS = /^\/api\/\w+\.get\w+Count$/

test('the scripts of the login page are at most 1.41 times as large as those of a bare page of the same framework', async ({
  browser,
  app,
}) => {
  const bare = await startBare()
  const bareWeight = await weighPage(browser, bare.url)
  const weight = await weighPage(browser, `${app.url}/login`, untilHydrated)
  await bare.stop()
  const scripts = await weight.bytes('script')
  const bareScripts = await bareWeight.bytes('script')
  test.info().annotations.push({ type: 'weight', description: `${scripts} bytes, the bare page ${bareScripts}` })
  expect(bareScripts).toBeGreaterThan(50 * KB)
  expect(scripts).toBeLessThanOrEqual(1.41 * bareScripts)
  expect(await weight.bytes('stylesheet')).toBeLessThanOrEqual(25 * KB)
  expect(await weight.bytes('font')).toBe(0)
  expect(await weight.bytes('image')).toBeLessThanOrEqual(30 * KB)
  expect(weight.requests.length).toBeLessThanOrEqual(20)

  const { body } = await new Visitor(app).get('/login')
  const drawing = /<svg viewBox="0 40 440[^]*?<\/svg>/.exec(String(body))?.[0] ?? ''
  expect(drawing.length).toBeGreaterThan(1 * KB)
  expect(drawing.length).toBeLessThanOrEqual(6 * KB)
})

test('the login page does not load the libraries that it does not use', async ({ browser, app }) => {
  const marks = {
    vaul: 'data-vaul-drawer',
    'what observes queries': 'trackResult',
    sonner: 'data-sonner-toaster',
    Radix: 'DismissableLayer',
    'react-hook-form': 'shouldFocusError',
    zod: 'invalid_type',
    'icons of lucide': 'non-scaling-stroke',
    'the transport of server functions': 'x-tsr-serverFn',
    'the samples of /dev/kit': 'Wolfeschlegelsteinhausenbergerdorff',
  }
  const weight = await weighPage(browser, `${app.url}/login`, untilHydrated)
  const scripts = await weight.scriptTexts()
  const assets = new URL('../../dist/client/assets/', import.meta.url)
  const built = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const everything = built.map((file) => readFileSync(new URL(file, assets), 'utf8')).join('\n')
  for (const [library, mark] of Object.entries(marks)) {
    expect(everything, `${library} is somewhere in the build`).toContain(mark)
    expect(scripts, library).not.toContain(mark)
  }
  expect(everything).not.toMatch(/better-auth|nanostores/)
})

test('the third-party notices name the libraries in the product with their versions', () => {
  const inBrowser = ['i18next', 'react-i18next', 'i18next-http-backend', 'i18next-browser-languagedetector']
  const ships = [
    ...inBrowser,
    'lucide-react',
    '@tanstack/react-query',
    'react-hook-form',
    'sonner',
    'vaul',
    'next-themes',
  ]
  for (const [half, names] of [
    ['client', ships],
    ['server', ['i18next', 'react-i18next', 'lucide-react', 'better-auth', 'drizzle-orm', 'zod']],
  ] as const) {
    const notices = readFileSync(new URL(`../../dist/${half}/third-party-notices.md`, import.meta.url), 'utf8')
    const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(
      names.filter((name) => !notices.includes(`\n## ${name} - ${dependencies[name]} `)),
      half,
    ).toEqual([])
  }
})

test('after its HTML, a page requests no data except totals, and the HTML contains all visible texts', async ({
  browser,
}) => {
  // Uses an app of its own, because other tests fill the shared app with texts that HTML must escape.
  const app = await startApp()
  const context = await browser.newContext({ baseURL: app.url })
  await asAdministrator(app, context)
  const anonymous = await browser.newContext({ baseURL: app.url })
  for (const [visitor, paths] of [
    [anonymous, ['/login', '/login/verify?email=zoe@example.com', '/login/error', '/nowhere']],
    [context, AREA_PAGES],
  ] as const)
    for (const path of paths) {
      const page = await visitor.newPage()
      await page.route(
        ({ pathname }) => TOTALS.test(pathname),
        (route) => route.abort(),
      )
      const load = new Load(page)
      const document = await page.goto(path, { waitUntil: 'networkidle' })
      const asked = load.requests.filter(({ kind }) => kind === 'fetch' || kind === 'xhr')
      expect(asked, `requested by ${path}`).toEqual([])
      const html = textIn((await document?.text()) ?? '')
      // The button for passkeys is not in the HTML, because only a script can detect whether the browser supports passkeys.
      const words = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
      expect(
        words.filter((line) => !html.includes(textIn(line)) && line !== login.passkey.continue),
        `not in the HTML of ${path}`,
      ).toEqual([])
      await page.close()
    }
  await app.stop()
})

test('the first signed-in page loads at most 190 KB of scripts, and each further page 40 KB', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url })
  await asAdministrator(app, context)
  for (const path of ['/app', '/manager/dashboard']) {
    const page = await (await browser.newContext({ storageState: await context.storageState() })).newPage()
    const load = new Load(page)
    await page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' })
    expect(await load.bytes('script'), path).toBeLessThanOrEqual(190 * KB)
    for (const place of [common.nav.repositories, path === '/app' ? common.nav.home : common.nav.users]) {
      load.forget()
      await page.getByRole('link', { name: place, exact: true }).filter({ visible: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.waitForLoadState('networkidle')
      expect(await load.bytes('script'), place).toBeLessThanOrEqual(40 * KB)
    }
    await page.context().close()
  }
})

test('a click requests all data and files of the next page at once, and none if the pointer was on the link before', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url })
  await asAdministrator(app, context)
  for (const [path, list] of [
    ['/app', '/app/repositories'],
    ['/manager/dashboard', '/manager/users'],
  ] as const) {
    const page = await (await browser.newContext({ storageState: await context.storageState() })).newPage()
    await page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' })
    for (const link of [page.locator(`a[href="${list}"]:visible`).first(), page.locator('a.row-link').first()]) {
      const { atOnce, later } = await requestedPaths(page, () => link.dispatchEvent('click'))
      // The page of a user has five parts with a call each, in addition to scripts and text files.
      expect(atOnce.length, atOnce.join(' ')).toBeLessThanOrEqual(6)
      expect(later, 'requested after the first response').toEqual([])
    }
    await page.goBack()
    const second = page.locator('a.row-link').nth(1)
    const load = new Load(page)
    await Promise.all([page.waitForResponse(/\/api\//), second.hover()])
    await untilStill(() => load.requests.length)
    // The call for the neighbors in the list is sent only when the link is followed.
    const { atOnce, later } = await requestedPaths(page, () => second.click())
    expect({ atOnce: atOnce.filter((asked) => !asked.includes('neighbours.')), later }).toEqual({
      atOnce: [],
      later: [],
    })
    await page.context().close()
  }
})

test('a page runs at most two database queries, and none for a visitor without a cookie', async () => {
  const app = await startApp({ LOG_LEVEL: 'debug' })
  expect(await queriesOf(app, new Visitor(app), '/login')).toBe(0)
  const administrator = new Visitor(app)
  await administrator.signIn(await addOnboardedUser(app, 'chief@example.com'))
  await app.sql`update "user" set role = 'admin' where email = 'chief@example.com'`
  for (const path of AREA_PAGES) expect(await queriesOf(app, administrator, path), path).toBeLessThanOrEqual(2)
  await app.stop()
})

test('a row of a list has at most 1 KB of HTML, and the page 60 KB', async () => {
  const app = await startApp()
  const administrator = new Visitor(app)
  await administrator.signIn(await addOnboardedUser(app, 'chief@example.com'))
  await app.sql`update "user" set role = 'admin' where email = 'chief@example.com'`
  for (const path of ['/app/repositories', '/manager/repositories', '/manager/users']) {
    const { body } = await administrator.get(path)
    const rows = String(body).match(/<tr>.*?<\/tr>/gs) ?? []
    expect(rows.length, path).toBe(21)
    expect(rows.join('').length / rows.length, path).toBeLessThanOrEqual(KB)
    expect(Buffer.byteLength(String(body)), path).toBeLessThanOrEqual(60 * KB)
  }
  await app.stop()
})

/** Returns the paths that are requested before the first response, and the paths that are requested after it. */
async function requestedPaths(page: Page, act: () => Promise<void>): Promise<{ atOnce: string[]; later: string[] }> {
  const asked: string[] = []
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url())
    // Chromium itself requests the icon at each new URL.
    if (pathname !== '/favicon.svg') asked.push(pathname)
    await answers
    await route.continue()
  })
  const before = page.url()
  await act()
  await untilStill(() => asked.length)
  const atOnce = [...asked]
  answer()
  await expect(page).not.toHaveURL(before)
  await page.waitForLoadState('networkidle')
  await page.unrouteAll({ behavior: 'wait' })
  return { atOnce, later: asked.slice(atOnce.length) }
}

async function untilStill(count: () => number) {
  let known = -1
  await expect.poll(() => known === (known = count()), { intervals: [700] }).toBe(true)
}

async function weighPage(browser: Browser, url: string, whole = untilQuiet): Promise<Load> {
  const page = await browser.newPage()
  // Without WebAuthn, an idle page does not load the script for passkey suggestions, which the limit does not include.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const load = new Load(page)
  // Without the wait for hydration, because the bare page does not report its own.
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForLoadState()
  await whole(page)
  return load
}

function untilQuiet(page: Page): Promise<void> {
  return page.waitForLoadState('networkidle')
}

async function asAdministrator(app: App, context: BrowserContext) {
  const email = await addOnboardedUser(app, someEmail('admin'))
  await app.sql`update "user" set role = 'admin' where email = ${email}`
  await signIn(app, context, email)
}

/** Returns the number of database queries that the server logged for a request. */
async function queriesOf(app: App, visitor: Visitor, path: string): Promise<number> {
  const { status, headers } = await visitor.get(path)
  expect(status, path).toBe(200)
  const id = headers.get('x-request-id') ?? 'none'
  await expect.poll(() => app.log().includes(`"event":"request","requestId":"${id}"`)).toBe(true)
  return app
    .log()
    .split('\n')
    .filter((line) => line.includes('database.query') && line.includes(id)).length
}

/** Returns the visible text of HTML, without tags and white space. */
function textIn(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, '')
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
}
