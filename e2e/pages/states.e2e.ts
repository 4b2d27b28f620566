import type { Page } from '@playwright/test'
import { freePort, startApp } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { enter, rowsOf } from '../support/lists.ts'
import { ONE_OF_EACH_DIRECTION } from '../support/speed.ts'
import { chooseLanguage, expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { common, home, repositories, users } = textsOf('en')

test('a list shows a placeholder while it loads, and dims its old rows during a search', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/dashboard')
  // A link that is followed before hydration loads a new document, without a placeholder.
  await untilHydrated(page)
  const letGo = await holdRequests(page, /listUsers/)
  await page.getByRole('link', { name: common.nav.users, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  await expect(page.getByRole('status', { name: common.loading })).toBeAttached()
  expect(await accessibilityProblems(page)).toEqual([])
  await expect(page.getByText(common.slow)).toBeVisible()
  letGo()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByText(common.slow)).not.toBeAttached()
  await expect(page.getByRole('status', { name: common.loading })).not.toBeAttached()

  const list = page.locator('.data-list')
  const said = list.getByRole('status')
  await page.unrouteAll({ behavior: 'wait' })
  const answer = await holdRequests(page, /listUsers/)
  await page.getByRole('searchbox').fill('ada admin')
  await expect(said).toHaveText(common.loading)
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(list.locator('tbody')).toHaveCSS('opacity', '0.5')
  await expect(page.getByRole('search').locator('.animate-spin')).toHaveCSS('opacity', '1')
  answer()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(said).toHaveText('1 of 1')
  await expect(list).not.toHaveAttribute('aria-busy')
  await expect(list.locator('tbody')).toHaveCSS('opacity', '1')
  await expect(page.getByRole('search').locator('.animate-spin')).not.toBeAttached()
})

test('empty lists show that they are empty and offer a first step', async ({ page }) => {
  const app = await startApp()
  await app.sql`delete from repository`
  await enter(app, page, 'admin', `${app.url}/manager/repositories`)
  await expect(page.getByText(common.list.empty)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.locator('main').getByRole('button', { name: repositories.new }).last().click()
  await expect(page.getByRole('dialog', { name: repositories.new })).toBeVisible()
  await page.goto(`${app.url}/app/repositories`)
  await expect(page.getByText(common.list.empty)).toBeVisible()
  await page.goto(`${app.url}/app`)
  await expect(page.getByText(home.noRepositories)).toBeVisible()
  await app.stop()
})

for (const language of ONE_OF_EACH_DIRECTION)
  test(`${language}: the pages for errors 500 and 503 are accessible`, async ({ page, app }) => {
    const { pages, tryAgain } = textsOf(language).common
    await chooseLanguage(app, page, language)
    await enter(app, page, 'admin', '/app')
    await app.sql`alter table history_event rename to history_event_away`
    const failed = await page.goto('/manager/dashboard')
    expect(failed?.status()).toBe(500)
    await expectAccessiblePage(page, pages['500'].title, tryAgain)
    await expect(page.getByText(/[\p{L} ]+/u.exec(pages.errorId)?.[0] ?? '')).toBeVisible()
    await app.sql`alter table history_event_away rename to history_event`

    const away = new URL(app.databaseUrl)
    away.port = String(await freePort())
    const node = await app.startNode({ DATABASE_URL: away.href })
    const silent = await page.goto(`${node.url}/app`)
    expect(silent?.status()).toBe(503)
    await expectAccessiblePage(page, pages['503'].title, tryAgain)
    await node.stop()
  })

/** Checks that the page has this title and this button, is accessible in both themes, and fits on the narrowest screen. */
async function expectAccessiblePage(page: Page, title: string, action: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: action })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await horizontalOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}
