import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, someEmail, startApp } from '../support/app.ts'
import { loginPages, addOnboardedUser } from '../support/login-pages.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { common, dashboard, home, login, onboarding } = textsOf('en')

test(
  'the name of the environment is in every title and in a banner with enough contrast',
  ONLY_IN_FULL_RUN,
  async ({ page }) => {
    const app = await startApp({ ENV_NAME: 'Staging', ENV_EMOJI: '🧪', ENV_COLOR: 'yellow' })
    const onYellow = { backgroundColor: 'rgb(255, 255, 0)', color: 0 }
    for (const [path, title] of [
      ['/login', login.title],
      ['/login/error', login.error.title],
      ['/nowhere', common.pages['404'].title],
    ]) {
      await page.goto(`${app.url}${path}`)
      await expect(page).toHaveTitle(`🧪 ${title} · ${appConfig.name}`)
      await expect(page.getByLabel(fill(common.environment, { name: 'Staging' }))).toBeVisible()
      expect(await lookOfName(page)).toEqual(onYellow)
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])
    }
    await asAdministrator(app, page)
    await page.setViewportSize({ width: 1280, height: 2400 })
    await page.goto(`${app.url}/manager/dashboard`)
    await expect(page).toHaveTitle(`🧪 ${dashboard.title} · ${appConfig.name}`)
    expect(
      await page
        .locator('aside')
        .filter({ has: page.locator('nav') })
        .boundingBox(),
      'the banner takes no space',
    ).toMatchObject({ y: 0, height: 2_400 })

    const named = await app.startNode({ ENV_EMOJI: '', ENV_COLOR: 'navy' })
    await page.goto(`${named.url}/manager/dashboard`)
    await expect(page).toHaveTitle(`Staging ${dashboard.title} · ${appConfig.name}`)
    expect(await lookOfName(page)).toEqual({ backgroundColor: 'rgb(0, 0, 128)', color: 1 })
    await named.stop()
    await app.stop()
  },
)

/** Returns the background of the environment's name, and the lightness of its letters. */
function lookOfName(page: Page) {
  return page.locator('.environment-banner > span').evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { backgroundColor, color: Math.round(Number(/[\d.]+(?=\)$)/.exec(color)?.[0])) }
  })
}

test('navigation focuses the heading of the new page, marks the current link and announces the title', async ({
  page,
  app,
}) => {
  await asAdministrator(app, page)
  await page.goto('/manager/dashboard')
  const repositories = page.getByRole('link', { name: common.nav.repositories, exact: true })
  await expect(page.getByRole('link', { name: common.nav.dashboard, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await repositories.click()
  await expect(page).toHaveURL('/manager/repositories')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(repositories).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('[aria-live=assertive]')).toHaveText(await page.title())
  await page.goBack()
  await expect(page.getByRole('heading', { name: dashboard.title })).toBeFocused()
})

test('a collapsed sidebar is collapsed in the first HTML after a reload', async ({ page, app }) => {
  await asAdministrator(app, page)
  await page.goto('/manager/dashboard')
  const width = async () => (await page.locator('aside').boundingBox())?.width
  await page.getByRole('button', { name: common.collapseSidebar }).click()
  await expect.poll(width).toBe(64)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  expect(await width()).toBe(64)
})

test('the sidebar is collapsed by default on narrow screens, and a choice applies at every width', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 820, height: 800 } })
  const page = await context.newPage()
  await asAdministrator(app, page)
  const width = async () => (await page.locator('aside').boundingBox())?.width
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/manager/dashboard', { waitUntil: 'commit' })
  expect(await width(), 'before any script has run').toBe(64)
  await page.setViewportSize({ width: 1024, height: 800 })
  expect(await width()).toBe(240)
  await page.setViewportSize({ width: 820, height: 800 })

  await page.unroute('**/assets/*.js')
  await page.goto('/manager/dashboard')
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = `${Number(document.documentElement.dataset.shift ?? 0) + (entry as unknown as { value: number }).value}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const expand = page.getByRole('button', { name: common.expandSidebar })
  await expect(expand).toHaveAttribute('aria-expanded', 'false')
  const users = page.getByRole('link', { name: common.nav.users, exact: true })
  const nameOfUsers = users.locator('span')
  await expect(nameOfUsers).toHaveCSS('opacity', '0')
  await users.hover()
  await expect(nameOfUsers, 'beside the icon that is pointed at').toHaveCSS('opacity', '1')
  expect(await page.evaluate(() => document.documentElement.dataset.shift)).toBeUndefined()

  await expand.press('Enter')
  await expect.poll(width).toBe(240)
  const collapse = page.getByRole('button', { name: common.collapseSidebar })
  await expect(collapse).toBeFocused()
  await page.getByRole('link', { name: common.nav.users, exact: true }).click()
  await page.reload()
  expect(await width(), 'open by choice').toBe(240)
  await collapse.press('Enter')
  await expect.poll(width).toBe(64)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await width(), 'collapsed by choice').toBe(64)
  // Goes to the other area and back, without a new document.
  await page.getByRole('link', { name: common.nav.app, exact: true }).click()
  await expect(page).toHaveURL('/app')
  await page.goBack()
  expect(await width()).toBe(64)
  await context.close()
})

test('on phones, the navigation of the administration is in a sheet', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await asAdministrator(app, page)
  await page.goto('/manager/dashboard')
  const menu = page.getByRole('button', { name: common.menu, exact: true })
  await menu.click()
  await page.getByRole('dialog').getByRole('link', { name: common.nav.repositories, exact: true }).click()
  await expect(page).toHaveURL('/manager/repositories')
  await expect(page.getByRole('dialog')).toBeHidden()
  await menu.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(menu).toBeFocused()
})

test('a forbidden or unknown page returns 403 or 404 and offers links back and home', async ({ page, app }) => {
  await signIn(app, page, await addOnboardedUser(app, someEmail()))
  await page.goto('/app')
  for (const [path, error] of [
    ['/manager/dashboard', '403'],
    ['/nowhere', '404'],
    ['/dev/inbox', '404'],
    ['/dev/faults', '404'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(Number(error))
    await expect(page.getByRole('heading', { name: common.pages[error].title })).toBeVisible()
    await expect(page).toHaveTitle(`${common.pages[error].title} · ${appConfig.name}`)
    await page.getByRole('button', { name: common.back }).click()
    await expect(page).toHaveURL('/app')
    await page.goto(path)
    await page.getByRole('link', { name: common.home, exact: true }).click()
    await expect(page).toHaveURL('/app')
  }
})

test('a failed page can be tried again without a reload', ONLY_IN_FULL_RUN, async ({ page, app }) => {
  await asAdministrator(app, page)
  await page.goto('/manager/repositories')
  await app.sql`alter table repository rename to repository_away`
  await page.getByRole('link', { name: common.nav.dashboard, exact: true }).click()
  await expect(page.getByRole('heading', { name: common.pages['500'].title })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveTitle(`${common.pages['500'].title} · ${appConfig.name}`)
  await app.sql`alter table repository_away rename to repository`
  await page.getByRole('button', { name: common.tryAgain }).click()
  await expect(page.getByRole('heading', { name: dashboard.title })).toBeVisible()
})

test('a user signs up and signs out by keyboard only', async ({ page, app }) => {
  const email = someEmail()
  await page.goto('/login')
  await expect(loginPages(page).address).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(loginPages(page).code).toBeFocused()
  await page.keyboard.type(await app.mail.codeFor(email))
  await expect(page.getByRole('heading', { name: onboarding.heading })).toBeVisible()
  await expect(loginPages(page).name).toBeFocused()
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: fill(home.greeting, { name: 'Kay Board' }) })).toBeVisible()

  await page.reload()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: common.skipToContent })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  const { userMenu, signOut } = loginPages(page)
  await userMenu.focus()
  await page.keyboard.press('Enter')
  await expect(signOut).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(common.language)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(signOut).toBeHidden()
  await expect(userMenu).toBeFocused()
  await page.keyboard.press('Enter')
  for (let step = 1; step <= 5; step += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('a click outside of the account menu closes it', async ({ page, app }) => {
  await signIn(app, page, await addOnboardedUser(app, someEmail()))
  await page.goto('/app')
  await loginPages(page).userMenu.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(loginPages(page).signOut).toBeHidden()
})

async function asAdministrator(app: App, page: Page) {
  const email = await addOnboardedUser(app, someEmail('admin'))
  await app.sql`update "user" set role = 'admin' where email = ${email}`
  await signIn(app, page, email)
}

test('the sidebar reaches the bottom of the window, even after the banner has scrolled out of view', async ({
  page,
}) => {
  const app = await startApp({ ENV_NAME: 'Staging' })
  await asAdministrator(app, page)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`${app.url}/manager/users`)
  const bottom = async () => {
    const sidebar = page.locator('aside').filter({ has: page.locator('nav') })
    const box = await sidebar.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(await bottom()).toBeGreaterThanOrEqual(500)
  await expect(loginPages(page).userMenu).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
  expect(await bottom()).toBeGreaterThanOrEqual(500)
  await expect(loginPages(page).userMenu).toBeInViewport({ ratio: 1 })
  await app.stop()
})
