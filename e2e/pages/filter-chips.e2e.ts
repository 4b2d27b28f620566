import { appConfig } from '#app.config'
import { chooseFilter, chosenFilter, enter, rowsOf, someName } from '../support/lists.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { setInTestTypeface } from '../support/typeface.ts'

const { common, users, repositories } = textsOf('en')

test('a filter is chosen and removed by keyboard only, the list stays where it is, and Back restores the filter', async ({
  page,
  app,
}) => {
  await enter(app, page, 'admin', '/manager/users')
  const status = page.getByRole('button', { name: users.status, exact: true })
  const menu = page.getByRole('group', { name: users.status })
  const before = await rowsOf(page).first().boundingBox()
  await status.press('Enter')
  await expect(menu.getByRole('link', { name: users.statuses.active })).toBeFocused()
  expect(await rowsOf(page).first().boundingBox()).toEqual(before)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(status).toBeFocused()
  await status.press('Enter')
  await expect(menu.getByRole('link', { name: users.statuses.active })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/manager/users?status=banned')
  await expect(menu).toBeHidden()
  await expect(status).toBeFocused()
  await status.press('Enter')
  await expect(menu.getByRole('link', { name: users.statuses.banned })).toHaveAttribute('aria-current', /./)
  await page.keyboard.press('Escape')
  await chosenFilter(page, users.statuses.banned).press('Enter')
  await expect(page).toHaveURL('/manager/users')
  await page.goBack()
  await expect(page).toHaveURL('/manager/users?status=banned')
  await expect(chosenFilter(page, users.statuses.banned)).toBeVisible()
  // The chosen option is a link that removes the filter.
  await chooseFilter(page, users.status, users.statuses.banned)
  await expect(page).toHaveURL('/manager/users')
})

test('a click outside of a menu closes it, and only one menu is open', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/users')
  const role = page.getByRole('group', { name: users.role })
  const status = page.getByRole('group', { name: users.status })
  await page.getByRole('button', { name: users.role, exact: true }).click()
  await expect(role).toBeVisible()
  await page.getByRole('button', { name: users.status, exact: true }).click()
  await expect(role).toBeHidden()
  await expect(status).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(status).toBeHidden()
})

test('a language is typed, also one that no repository has, and Enter chooses the first match', async ({
  page,
  app,
}) => {
  const language = someName()
  await enter(app, page, 'user', '/app/repositories')
  const button = page.getByRole('button', { name: repositories.language, exact: true })
  const menu = page.getByRole('group', { name: repositories.language })
  await button.click()
  await expect(menu.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('RUS')
  await expect(menu.getByRole('link')).toHaveText(['RUS', 'Rust'])
  await menu.getByRole('searchbox').fill(language)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/app/repositories?language=${language}`)
  await expect(chosenFilter(page, language)).toBeVisible()
  await button.click()
  await expect(menu.getByRole('link', { name: 'Rust' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('menus open, options are links, typed values are sent with the search, and chips can be removed', async ({
    page,
    app,
  }) => {
    const { name } = await addRepository(app)
    await enter(app, page, 'user', `/app/repositories?searchTerm=${name}`)
    await page.getByRole('button', { name: repositories.language, exact: true }).click()
    const menu = page.getByRole('group', { name: repositories.language })
    await menu.getByRole('searchbox').fill('Zig')
    await menu.getByRole('button', { name: common.list.done }).click()
    await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}&language=Zig`)
    await expect(rowsOf(page)).toHaveCount(0)
    await chosenFilter(page, 'Zig').click()
    await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}`)
    await expect(rowsOf(page)).toHaveCount(1)
  })
})

for (const language of appConfig.languages)
  test(`in ${language}, each chip above the users has one line`, async ({ page, app }) => {
    await page.context().addCookies([{ name: 'lng', value: language, url: app.url }])
    await enter(app, page, 'admin', '/manager/users')
    await setInTestTypeface(page, 'wide')
    for (const width of [360, 390, 820]) {
      await page.setViewportSize({ width, height: 800 })
      for (const chip of await page.locator('.chip > button:visible').all())
        expect((await chip.boundingBox())?.height, `${await chip.innerText()} at ${width} px`).toBeLessThanOrEqual(44)
    }
  })
