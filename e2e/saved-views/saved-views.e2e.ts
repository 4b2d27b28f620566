import type { Page } from '@playwright/test'
import { someEmail } from '../support/app.ts'
import { addOnboardedUser } from '../support/login-pages.ts'
import { chosenFilter, enter, rowsOf, someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { ONE_OF_EACH_DIRECTION } from '../support/speed.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { common, 'saved-views': views } = textsOf('en')

test('a view of a list is saved, opened, renamed and deleted by keyboard only', async ({ page, app }) => {
  const term = someName()
  await addUser(app, { name: `${term} One` })
  await enter(app, page, 'admin', '/manager/users')
  const open = page.getByRole('button', { name: common.list.views, exact: true })
  const save = page.getByRole('button', { name: views.save })
  await page.waitForLoadState('networkidle')
  await open.press('Enter')
  await expect(page.getByText(views.empty)).toBeVisible()
  await expect(save, 'nothing is filtered').toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await page.goto(`/manager/users?searchTerm=${term}&sort=name`)
  await page.waitForLoadState('networkidle')
  await open.press('Enter')
  await save.press('Enter')
  const name = page.getByRole('textbox', { name: views.name })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(views.messages.nameRequired)).toBeVisible()
  await name.fill('Mine')
  await page.keyboard.press('Enter')
  await expect(page.getByText(fill(views.saved, { name: 'Mine' }))).toBeVisible()
  await expect(open).toBeFocused()
  await open.press('Enter')
  await save.press('Enter')
  await name.fill('mINE')
  await page.keyboard.press('Enter')
  await expect(page.getByText(views.messages.nameTaken)).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')

  await page.goto('/manager/users?role=user')
  await page.waitForLoadState('networkidle')
  await open.press('Enter')
  const mine = page.getByRole('link', { name: 'Mine' })
  await expect(mine).toHaveAttribute('href', `/manager/users?searchTerm=${term}&sort=name`)
  await mine.press('Enter')
  await expect(page).toHaveURL(`/manager/users?searchTerm=${term}&sort=name`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(chosenFilter(page, /./)).toHaveCount(0)

  await open.press('Enter')
  await expect(mine).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: fill(views.renameNamed, { name: 'Mine' }) }).press('Enter')
  await name.fill('Yours')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Yours' })).toBeVisible()
  await page.getByRole('button', { name: fill(views.deleteNamed, { name: 'Yours' }) }).press('Enter')
  await page.getByRole('group', { name: common.list.views }).getByRole('button', { name: common.delete }).press('Enter')
  await expect(page.getByText(views.empty)).toBeVisible()
})

test('invalid filters of a saved view are dropped, and saved views are requested only when their panel is opened', async ({
  page,
  app,
}) => {
  const { email, id } = await addUser(app, { role: 'admin' })
  const search = { role: 'chef', sort: 'oldest', status: 'banned', gone: 'x' }
  await app.sql`insert into saved_view (person_id, list, name, search) values (${id}, 'users', 'Old', ${app.sql.json(search)})`
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(app, page, email)
  await page.goto('/manager/users')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /saved-views|views-panel/.test(url))).toEqual([])
  await openViews(page)
  await page.getByRole('link', { name: 'Old' }).click()
  await expect(page).toHaveURL('/manager/users?status=banned')
})

test('the closed panel of saved views adds at most 250 bytes to the page of a list', async ({ app, visitor }) => {
  const email = await addOnboardedUser(app, someEmail('admin'))
  await app.sql`update "user" set role = 'admin' where email = ${email}`
  await visitor.signIn(email)
  const { views } = common.list
  for (const path of ['/app/repositories', '/manager/repositories', '/manager/users']) {
    const body = String((await visitor.get(path)).body)
    const [button = ''] = /<div class="views">.*?<\/div>/s.exec(body) ?? []
    expect(button, path).toContain(views)
    const names = `"views":"${views}",`
    expect(button.length + names.length, path).toBeLessThanOrEqual(250)
    // The page contains neither the texts of the panel nor a URL of its script.
    expect(body, path).not.toMatch(/renameNamed|views-panel-/)
  }
})

test('a view of the history is saved with its filters', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/history?actions=user-banned&from=2026-01-01')
  await page.waitForLoadState('networkidle')
  await openViews(page)
  await page.getByRole('button', { name: views.save }).click()
  await page.getByRole('textbox', { name: views.name }).fill('Bans')
  await page.keyboard.press('Enter')
  await page.goto('/manager/history')
  await page.waitForLoadState('networkidle')
  await openViews(page)
  await page.getByRole('link', { name: 'Bans' }).click()
  await expect(page).toHaveURL('/manager/history?actions=user-banned&from=2026-01-01')
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
})

test('opening the panel of saved views at the edge of the window causes no scrolling, also from right to left', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const language of ONE_OF_EACH_DIRECTION) {
    await page.context().addCookies([{ name: 'lng', value: language, url: app.url }])
    await enter(app, page, 'admin', '/manager/users?role=user')
    await page.waitForLoadState('networkidle')
    const { list } = textsOf(language).common
    await page.getByRole('button', { name: list.views, exact: true }).click()
    await expect(page.locator('.views-panel')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => [window.scrollX, document.documentElement.scrollWidth])).toEqual([0, 1280])
    await page.context().clearCookies()
  }
})

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 800 }, locale: 'ar' })
  const texts = textsOf('ar')

  test('saved views open inside the window', async ({ page, app }) => {
    const { name } = await addRepository(app)
    await enter(app, page, 'user', `/app/repositories?searchTerm=${name}`)
    await page.waitForLoadState('networkidle')
    const open = page.getByRole('button', { name: texts.common.list.views, exact: true })
    const panel = page.locator('.views-panel')
    await open.click()
    await panel.getByRole('button', { name: texts['saved-views'].save }).click()
    await panel.getByLabel(texts['saved-views'].name).fill('مستودعي')
    await panel.getByRole('button', { name: texts.common.save, exact: true }).click()
    await expect(panel).toHaveCount(0)

    await page.goto('/app/repositories')
    await page.waitForLoadState('networkidle')
    await open.click()
    const mine = panel.getByRole('link', { name: 'مستودعي' })
    await expect(mine).toBeVisible()
    await expect(panel).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await mine.click()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}`)
    await expect(rowsOf(page)).toHaveCount(1)
  })
})

async function openViews(page: Page) {
  await page.getByRole('button', { name: common.list.views, exact: true }).click()
}
