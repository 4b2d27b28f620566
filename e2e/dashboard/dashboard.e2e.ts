import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import type { App } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, signIn, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

async function open(app: App, page: Page, path = '/manager/dashboard') {
  const { email } = await addUser(app, { role: 'admin', name: 'Chief' })
  await signIn(app, page, email)
  await page.goto(path)
}

/** Returns the key figure with this name: a link with the name, the number and the additions of the last days. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Key figures' })
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Returns the number of the key figure with this name. */
const numberOf = (page: Page, name: string) => figure(page, name).locator('> span').nth(1)

/** Returns the text that describes the bar under the pointer. */
const barDescription = (page: Page) => page.locator('figure p')

test('the first HTML of the dashboard contains the figures, sign-ins and latest actions', async ({ page, app }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  const crashes: string[] = []
  page.on('pageerror', (error) => crashes.push(error.message))
  await open(app, page)
  const [counted] = await app.sql<{ people: number; banned: number; sessions: number }[]>`
    select (select count(*)::int from "user") as people,
           (select count(*)::int from "user" where banned and (ban_expires is null or ban_expires > now())) as banned,
           (select count(*)::int from session where expires_at > now()) as sessions`
  await expect(numberOf(page, 'Users')).toHaveText(String(counted?.people))
  await expect(numberOf(page, 'Banned')).toHaveText(String(counted?.banned))
  await expect(numberOf(page, 'Active sessions')).toHaveText(String(counted?.sessions))
  const actions = page.getByRole('region', { name: 'Latest administrator actions' })
  await expect(actions.getByRole('listitem').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  expect(crashes).toEqual([])
})

test('the dashboard shows a new repository and the user who added it', async ({ page, app }) => {
  await open(app, page)
  const before = Number(await numberOf(page, 'Repositories').textContent())
  await page.goto('/manager/repositories?dialog=new')
  await page.getByRole('textbox', { name: 'Name' }).fill('counted')
  await page.getByLabel('Link', { exact: true }).fill('git.example.com/counted')
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(page.getByRole('heading', { name: 'counted' })).toBeVisible()
  await page.goto('/manager/dashboard')
  await expect(numberOf(page, 'Repositories')).toHaveText(String(before + 1))
  const actions = page.getByRole('region', { name: 'Latest administrator actions' })
  await expect(actions.getByRole('listitem').first()).toContainText(/The repository counted was added.*by Chief/)
  await expect(actions.getByRole('link', { name: 'Chief' }).first()).toHaveAttribute('href', /\/manager\/users\//)
  await actions.getByRole('link', { name: 'counted' }).click()
  await expect(page.getByRole('heading', { name: 'counted', level: 1 })).toBeVisible()

  await page.goBack()
  await figure(page, 'Banned').click()
  await expect(page).toHaveURL(/\/manager\/users\?status=banned$/)
})

test('the chart of the dashboard is one Tab stop; arrow keys, Home and End select a day and show its value', async ({
  page,
  app,
}) => {
  await open(app, page)
  const bars = page.getByRole('group', { name: 'Sign-ins per day' }).getByRole('img')
  await expect(bars).toHaveCount(appConfig.dashboard.plottedDays)
  await expect(page.locator('svg g[tabindex="0"]')).toHaveCount(1)
  await expect(page.getByText(/sign-ins in the last 30 days/)).toBeVisible()
  await expect(barDescription(page)).toBeHidden()

  await bars.last().focus()
  await expect(barDescription(page)).toHaveText((await bars.last().getAttribute('aria-label')) ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(appConfig.dashboard.plottedDays - 2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(bars.last()).toBeFocused()

  await bars.nth(3).hover()
  await expect(barDescription(page)).toHaveText((await bars.nth(3).getAttribute('aria-label')) ?? '')
})

test('the URL stores the period of the chart; a table shows the same values, starting with the latest day', async ({
  page,
  app,
}) => {
  await open(app, page)
  const range = page.getByRole('navigation', { name: 'Period' })
  await expect(range.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current')
  for (const days of [90, 7]) {
    await range.getByRole('link', { name: `${days} days` }).click()
    await expect(page).toHaveURL(new RegExp(`\\?days=${days}$`))
    await expect(page.locator('figure').getByRole('img')).toHaveCount(days)
  }
  await page.goto('/manager/dashboard?days=1000&view=3')
  await expect(page.locator('figure').getByRole('img')).toHaveCount(appConfig.dashboard.plottedDays)
  const table = page.getByRole('table', { name: 'Sign-ins per day' })
  await expect(table).toBeHidden()
  await page.getByText('Show as a table').click()
  await expect(table.getByRole('row')).toHaveCount(appConfig.dashboard.plottedDays + 1)
  const [today] = await app.sql<{ count: string }[]>`
    select sum(count)::text as count from tally where name = 'sign_ins' and day = (now() at time zone 'UTC')::date`
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(today?.count ?? '0')
})

test('in Arabic, the chart and its arrow keys run from right to left', async ({ page, app }) => {
  await open(app, page, '/manager/dashboard?lng=ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const bars = page.locator('figure').getByRole('img')
  const place = async (index: number) => (await bars.nth(index).boundingBox())?.x ?? 0
  expect(await place(0)).toBeGreaterThan(await place(appConfig.dashboard.plottedDays - 1))
  await bars.last().focus()
  await page.keyboard.press('ArrowRight')
  await expect(bars.nth(appConfig.dashboard.plottedDays - 2)).toBeFocused()
})

test('on a phone, the dashboard fits the screen and the chart can be tapped', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(app, page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const bars = page.getByRole('group', { name: 'Sign-ins per day' }).getByRole('img')
  await bars.nth(5).click()
  await expect(barDescription(page)).toHaveText((await bars.nth(5).getAttribute('aria-label')) ?? '')
})

test('only administrators can request the figures of the dashboard', async ({ app, visitor: nobody }) => {
  const user = new Visitor(app)
  await user.signIn((await addUser(app)).email)
  const chief = new Visitor(app)
  await chief.signIn((await addUser(app, { role: 'admin' })).email)
  expect(await callFunction(nobody, 'dashboard.getDashboard')).toMatchObject({ status: 401 })
  expect(await callFunction(user, 'dashboard.getDashboard')).toMatchObject({ status: 403 })
  expect(await callFunction(chief, 'dashboard.getDashboard')).toMatchObject({ status: 200 })
  expect((await user.get('/manager/dashboard')).status).toBe(403)
})
