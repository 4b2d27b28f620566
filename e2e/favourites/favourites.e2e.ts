import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { enter, rowsOf } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { discovery, home, repositories } = textsOf('en')

test('a user stars a repository in the list, and a filter lists the favourites', async ({ page, app }) => {
  const { id, name } = await addRepository(app)
  await enterList(app, page, `/app/repositories?searchTerm=${name}`)
  const star = page.getByRole('button', { name: fill(discovery.favourite, { name }) })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.route('**/api/favourites.*', (route) => route.abort())
  await star.click()
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toBeVisible()
  await expect(star, 'where it failed').toHaveAttribute('aria-pressed', 'false')
  await page.unrouteAll({ behavior: 'wait' })

  const kept = page.waitForResponse('**/api/favourites.addFavourite*')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await kept
  await page.goto('/app/repositories?favourites=only')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto(`/app/repositories/${id}`)
  await expect(star).toHaveAttribute('aria-pressed', 'true')
})

test('the filter for favourites stays active during a search, and can be removed', async ({ page, app }) => {
  const { name } = await addRepository(app)
  await enterList(app, page, `/app/repositories?searchTerm=only`)
  const filter = page.getByRole('link', { name: discovery.favourites, exact: true })
  await expect(filter).not.toHaveAttribute('aria-current')
  await filter.click()
  await expect(page).toHaveURL('/app/repositories?searchTerm=only&favourites=only')
  await expect(filter).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`searchTerm=${name}`))
  await expect(page).toHaveURL(/favourites=only/)
  await expect(rowsOf(page)).toHaveCount(0)
  await filter.click()
  await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}`)
  await expect(rowsOf(page)).toHaveCount(1)
})

test('the link of a repository is opened from its row, and the home page lists the opened repository', async ({
  page,
  app,
  context,
}) => {
  const { name } = await addRepository(app, { link: `${app.url}/login?of=row` })
  await enterList(app, page, `/app/repositories?searchTerm=${name}`)
  const open = page.getByRole('link', { name: fill(repositories.openNamed, { name }) })
  await expect(open).toHaveAttribute('rel', 'noreferrer')
  const opened = context.waitForEvent('page')
  const noted = page.waitForResponse('**/api/favourites.recordOpenedRepository*')
  await open.press('Enter')
  await (await opened).close()
  await noted
  await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}`)
  await page.goto('/app')
  const list = page.locator('section').filter({ hasText: home.recentlyOpened })
  await expect(list.getByRole('link')).toHaveText([new RegExp(name)])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a user stars a repository with a plain form', async ({ page, app }) => {
    const { name } = await addRepository(app)
    await enter(app, page, 'user', `/app/repositories?searchTerm=${name}`)
    const star = page.getByRole('button', { name })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(`/app/repositories?searchTerm=${name}`)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
  })
})

/** Opens a list as a new user, and waits for the list's total, which the page requests once it is hydrated. */
async function enterList(app: App, page: Page, path: string) {
  const counted = page.waitForResponse('**/api/repositories.getRepositoryCount*')
  await enter(app, page, 'user', path)
  await counted
}
