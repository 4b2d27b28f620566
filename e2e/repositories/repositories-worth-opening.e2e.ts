import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { enter, rowsOf, someName } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { discovery, home, repositories } = textsOf('en')

test('a repository is told of by language, topics and Markdown, and leads to others like it', async ({ page, app }) => {
  const [name, topic] = [someName(), someName()]
  await enter(app, page, 'admin', '/manager/repositories?dialog=new')
  const form = page.getByRole('dialog')
  await form.getByLabel(repositories.name).fill(name)
  await form.getByLabel(repositories.link).fill('git.example.com')
  await form.getByLabel(repositories.description).fill('**Bold** [steps](https://docs.example.com)\n\n<b>plain</b>')
  await form.getByLabel(repositories.language).fill('Zig')
  await form.getByLabel(repositories.topics).fill(`${topic.toUpperCase()}, web`)
  await form.getByRole('button', { name: repositories.create }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await expect(page.locator('.markdown strong')).toHaveText('Bold')
  await expect(page.getByText('<b>plain</b>')).toBeVisible()
  const steps = page.getByRole('link', { name: 'steps' })
  await expect(steps).toHaveAttribute('rel', 'noopener noreferrer nofollow')

  await page.getByRole('link', { name: topic }).click()
  await expect(page).toHaveURL(`/manager/repositories?topic=${topic}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: fill(discovery.removeTopic, { topic }) }).click()
  await expect(page).toHaveURL('/manager/repositories')
})

test('a repository is starred at once, and one’s favourites are a list', async ({ page, app }) => {
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

test('the page of a repository leads along the list that led to it', async ({ page, app }) => {
  const term = someName()
  const [last, middle, first] = [`${term}-c`, `${term}-b`, `${term}-a`]
  for (const name of [last, middle, first]) await addRepository(app, { name })
  await enterList(app, page, `/app/repositories?searchTerm=${term}&sort=name`)
  await rowsOf(page).nth(1).locator('.row-link').click()
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  const along = page.getByRole('navigation', { name: discovery.inList })
  await heading(middle)
  await along.getByRole('link', { name: fill(discovery.nextNamed, { name: last }) }).click()
  await heading(last)
  await expect(along.getByRole('link', { name: discovery.beside.next })).toBeDisabled()
  await along.getByRole('link', { name: fill(discovery.previousNamed, { name: middle }) }).click()
  await heading(middle)
  await page.reload()
  await along.getByRole('link', { name: fill(discovery.previousNamed, { name: first }) }).click()
  await heading(first)
  await page.goBack()
  await heading(middle)

  await page.goto(page.url())
  await expect(page.getByRole('heading', { level: 1, name: middle })).toBeVisible()
  await page.goto('/app')
  await page.getByRole('link', { name: middle }).first().click()
  await heading(middle)
  await expect(along, 'not from a list').toHaveCount(0)
})

test('a link is opened from its row, and what was opened is on the home page', async ({ page, app, context }) => {
  const { name } = await addRepository(app, { link: `${app.url}/login?of=row` })
  await enterList(app, page, `/app/repositories?searchTerm=${name}`)
  const open = page.getByRole('link', { name: fill(repositories.openNamed, { name }) })
  await expect(open).toHaveAttribute('rel', 'noreferrer')
  const opened = context.waitForEvent('page')
  const noted = page.waitForResponse('**/api/favourites.rememberOpened*')
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

  test('a repository is starred by a plain form', async ({ page, app }) => {
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

/** Opens a list as somebody new, and waits until it is alive: then it asks for its total. */
async function enterList(app: App, page: Page, path: string) {
  const counted = page.waitForResponse('**/api/repositories.getRepositoryCount*')
  await enter(app, page, 'user', path)
  await counted
}
