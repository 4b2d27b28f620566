import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { chosenFilter, enter, rowsOf, someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, signIn, test } from '../support/test.ts'

async function addOrganization(app: App, name: string) {
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values (${name}) returning id`
  return { id: made?.id ?? '', name }
}

/** Signs in a new user as a member of an organization, which is active in their session. */
async function enterAs(app: App, page: Page, organizationId: string, role: string) {
  const user = await addUser(app)
  await app.sql`insert into member (organization_id, user_id, role) values (${organizationId}, ${user.id}, ${role})`
  await signIn(app, page, user.email)
  await app.sql`update session set active_organization_id = ${organizationId} where user_id = ${user.id}`
}

test('an organization’s admin adds and changes a repository, members can read it, and other users get 404', async ({
  page,
  browser,
  app,
}) => {
  const organization = await addOrganization(app, someName())
  const everybodys = await addRepository(app)
  const name = someName()
  await enterAs(app, page, organization.id, 'admin')
  await page.goto('/app/repositories')
  await expect(page.getByText('No Data')).toBeVisible()
  await page.getByRole('button', { name: 'New repository' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByLabel('Link').fill('git.example.com/owned')
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const { pathname } = new URL(page.url())
  expect(pathname).toMatch(/^\/app\/repositories\//)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill('Ours')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ours')).toBeVisible()
  // After saving, the page went back from the form's history entry.
  await expect.poll(() => page.evaluate(() => navigation.canGoForward)).toBe(true)
  await page.goto(`/app/repositories/${everybodys.id}`)
  await expect(page.getByRole('heading', { name: everybodys.name })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Shared' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()

  const member = await (await browser.newContext({ baseURL: app.url })).newPage()
  await enterAs(app, member, organization.id, 'member')
  await member.goto('/app/repositories')
  await expect(rowsOf(member)).toHaveCount(1)
  await member.goto(pathname)
  await expect(member.getByText('Ours')).toBeVisible()
  await expect(member.getByRole('button', { name: 'Edit' })).toBeHidden()
  await member.context().close()

  for (const role of ['owner', 'admin']) {
    const other = await (await browser.newContext({ baseURL: app.url })).newPage()
    await enterAs(app, other, (await addOrganization(app, someName())).id, role)
    expect((await other.goto(pathname))?.status()).toBe(404)
    await expect(other.getByText('This page could not be found')).toBeVisible()
    await other.context().close()
  }
  const outsider = await (await browser.newContext({ baseURL: app.url })).newPage()
  await enter(app, outsider, 'user', `/app/repositories?searchTerm=${name}`)
  await expect(outsider.getByText('No results for')).toBeVisible()
  await expect(rowsOf(outsider)).toHaveCount(0)
  expect((await outsider.goto(pathname))?.status()).toBe(404)
  await outsider.context().close()
})

test('a link opens a repository of another organization of the user, which offers to switch to it', async ({
  page,
  app,
}) => {
  const [red, blue] = [await addOrganization(app, someName()), await addOrganization(app, someName())]
  const { id, name } = await addRepository(app)
  await app.sql`update repository set organization_id = ${red.id} where id = ${id}`
  await enterAs(app, page, blue.id, 'member')
  await app.sql`insert into member (organization_id, user_id, role) select ${red.id}, user_id, 'owner' from member where organization_id = ${blue.id}`
  await page.goto(`/app/repositories/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(`This repository belongs to ${red.name}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await page.getByRole('button', { name: 'Switch organization' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page).toHaveURL(`/app/repositories/${id}`)
  await expect(page.getByRole('button', { name: 'Switch organization' })).toBeHidden()
  // From the header, a switch opens the list of the other organization.
  await page.locator('header summary').filter({ hasText: red.name }).click()
  await page.getByRole('button', { name: blue.name, exact: true }).click()
  await expect(page).toHaveURL('/app/repositories')
  await expect(page.getByText('No Data')).toBeVisible()
})

test('the forms in one tab add and change no repository after another tab has switched the organization', async ({
  page,
  app,
}) => {
  const [red, blue] = [await addOrganization(app, someName()), await addOrganization(app, someName())]
  const name = someName()
  await enterAs(app, page, red.id, 'owner')
  await app.sql`insert into member (organization_id, user_id, role) select ${blue.id}, user_id, 'owner' from member where organization_id = ${red.id}`
  await page.goto('/app/repositories?dialog=new')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByLabel('Link').fill('git.example.com/tabs')
  await app.sql`update session set active_organization_id = ${blue.id} where active_organization_id = ${red.id}`
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(page.getByRole('dialog').getByText('switched to another organization')).toBeVisible()
  expect(await app.sql`select from repository where name = ${name}`).toHaveLength(0)
  await app.sql`update session set active_organization_id = ${red.id} where active_organization_id = ${blue.id}`
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill('From the tab')
  await app.sql`update session set active_organization_id = ${blue.id} where active_organization_id = ${red.id}`
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText('switched to another organization')).toBeVisible()
  expect(await app.sql`select from repository where name = ${name} and description is null`).toHaveLength(1)
})

test('administrators see shared repositories, and those of an organization after choosing it', async ({
  page,
  app,
}) => {
  const { id, name: organization } = await addOrganization(app, someName())
  const name = someName()
  const { id: owned } = await addRepository(app, { name })
  await app.sql`update repository set organization_id = ${id} where id = ${owned}`
  await enter(app, page, 'admin', `/manager/repositories?searchTerm=${name}`)
  await expect(page.getByText('No results for')).toBeVisible()
  const member = await addUser(app)
  await app.sql`insert into member (organization_id, user_id, role) values (${id}, ${member.id}, 'member')`
  await page.goto(`/manager/users/${member.id}`)
  await page.getByRole('link', { name: organization }).click()
  const owner = chosenFilter(page, organization)
  await owner.click()
  await expect(owner).toBeHidden()
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('link', { name: organization })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill('Seen to')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Seen to')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an organization’s owner adds and deletes a repository', async ({ page, app }) => {
    const organization = await addOrganization(app, someName())
    const name = someName()
    await enterAs(app, page, organization.id, 'owner')
    await page.goto('/app/repositories?dialog=new')
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByLabel('Link').fill('https://git.example.com/plain')
    await page.getByRole('button', { name: 'Add repository' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/app\/repositories\/.+/)
    await page.goto(`${page.url()}?dialog=delete`)
    await page.getByRole('button', { name: 'Delete' }).filter({ visible: true }).last().click()
    await expect(page).toHaveURL(/\/app\/repositories$/)
  })
})
