import type { Page } from '@playwright/test'
import { holdRequests } from '../support/hold-requests.ts'
import { enter, rowsOf } from '../support/lists.ts'
import { complaintsOf, untilHydrated } from '../support/page-health.ts'
import { addRepository } from '../support/repositories.ts'
import { inQuick } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { account, common, dashboard, repositories, users } = textsOf('en')

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, inQuick(colorScheme === 'dark'), () => {
    test.use({ colorScheme })

    test('navigation in /manager shows each page once and never a previous page again', async ({ page, app }) => {
      const { name } = await addRepository(app)
      const complaints = complaintsOf(page)
      await enter(app, page, 'admin', '/manager/dashboard')
      const seen = await watch(page)
      await goTo(page, common.nav.users, users.title)
      await goTo(page, common.nav.repositories, repositories.title)
      await page.getByRole('searchbox').fill(name)
      await expect(rowsOf(page)).toHaveCount(1)
      await page.getByRole('button', { name: common.collapseSidebar }).click()
      await rowsOf(page).locator('.row-link').click()
      await arriveAt(page, name)
      await page.goBack()
      await arriveAt(page, repositories.title)
      await page.goForward()
      await arriveAt(page, name)
      await goTo(page, common.nav.dashboard, dashboard.title)
      expect(await seen()).toEqual([
        dashboard.title,
        users.title,
        repositories.title,
        name,
        repositories.title,
        name,
        dashboard.title,
      ])
      expect(complaints).toEqual([])
    })

    for (const width of [1280, 390])
      test(`navigation in /app shows each page once, ${width} pixels wide`, async ({ page, app }) => {
        await page.setViewportSize({ width, height: 800 })
        await enter(app, page, 'user', '/app/repositories')
        const seen = await watch(page)
        await goTo(page, common.nav.account, account.title)
        await goTo(page, common.nav.repositories, repositories.title)
        await page.goBack()
        await arriveAt(page, account.title)
        expect(await seen()).toEqual([repositories.title, account.title, repositories.title, account.title])
      })
  })

test('the scroll position is kept by hydration and by a reload', async ({ page, app }) => {
  await enter(app, page, 'user', '/app')
  const release = await holdRequests(page, /\/assets\/.*\.js/)
  await page.goto('/app/account', { waitUntil: 'commit' })
  await page.getByRole('button', { name: account.deletion.title }).scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  release()
  await untilHydrated(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  // Turns off scroll restoration by the browser, which would hide that the router has forgotten the position.
  await page.evaluate(() => addEventListener('pagehide', () => (history.scrollRestoration = 'manual')))
  await page.reload()
  expect(await page.evaluate(() => window.scrollY), 'after a reload').toBe(scrolled)
})

test('Back pressed before the hydration of a reloaded page opens the previous page', async ({ page, app }) => {
  const complaints = complaintsOf(page)
  await enter(app, page, 'admin', '/manager/users')
  await rowsOf(page).first().locator('.row-link').click()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).not.toBeAttached()
  const release = await holdRequests(page, /\/assets\/.*\.js/)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => history.back())
  release()
  await arriveAt(page, users.title)
  await rowsOf(page).first().locator('.row-link').click()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).not.toBeAttached()
  expect(complaints).toEqual([])
})

async function goTo(page: Page, place: string, title: string) {
  await page.getByRole('link', { name: place, exact: true }).filter({ visible: true }).first().click()
  await arriveAt(page, title)
}

async function arriveAt(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
}

/** Records for each frame from now on which page is visible, or that a view transition covers the page with a snapshot. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  // Waits for hydration, because before hydration a link loads a new document.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const seen: (string | undefined)[] = []
    Object.assign(window, { seen })
    const look = () => {
      const isPicture = document.documentElement.matches(':active-view-transition')
      const shown = isPicture ? 'a picture of a page' : document.querySelector('h1')?.textContent
      if (shown !== seen.at(-1)) seen.push(shown)
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}
