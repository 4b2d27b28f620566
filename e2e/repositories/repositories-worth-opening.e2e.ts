import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { enter, rowsOf, someName } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { discovery, repositories } = textsOf('en')

test('the page of a repository shows its language, topics and Markdown; a topic links to its repositories', async ({
  page,
  app,
}) => {
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

test('the page of a repository links to the next and previous one of the list that the user came from', async ({
  page,
  app,
}) => {
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
  await expect(along, 'without a list before it').toHaveCount(0)
})

/** Opens a list as a new user, and waits for the list's total, which the page requests once it is hydrated. */
async function enterList(app: App, page: Page, path: string) {
  const counted = page.waitForResponse('**/api/repositories.getRepositoryCount*')
  await enter(app, page, 'user', path)
  await counted
}
