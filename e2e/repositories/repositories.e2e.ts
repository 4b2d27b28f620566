import type { Page } from '@playwright/test'
import { chooseAction, enter, rowsOf, someName } from '../support/lists.ts'
import { addVisitor } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const form = (page: Page) => page.getByRole('dialog')

async function fillIn(page: Page, fields: { name?: string; link?: string; description?: string }) {
  if (fields.name !== undefined) await form(page).getByRole('textbox', { name: 'Name' }).fill(fields.name)
  if (fields.link !== undefined) await form(page).getByLabel('Link').fill(fields.link)
  if (fields.description !== undefined) await form(page).getByLabel('Description').fill(fields.description)
}

test('the page of a repository shows name, safe link, and description with its line breaks', async ({ page, app }) => {
  const { id, name } = await addRepository(app, {
    link: 'https://git.example.com/a?b=c#d',
    description: 'The first line\nThe second line',
  })
  await enter(app, page, 'user', `/app/repositories/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page).toHaveTitle(`${name} · Latchkey`)
  const link = page.getByRole('link', { name: 'git.example.com/a?b=c#d' })
  await expect(link).toHaveAttribute('href', 'https://git.example.com/a?b=c#d')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  expect(await page.getByText('The first line').evaluate((element) => (element as HTMLElement).innerText)).toBe(
    'The first line\nThe second line',
  )
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeHidden()
})

for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '1', '%00', "'--", 'x'.repeat(300)])
  test(`an unknown repository id returns 404: ${id.slice(0, 40)}`, async ({ app }) => {
    const { visitor } = await addVisitor(app, { role: 'admin' })
    for (const area of ['app', 'manager']) {
      const { status, body } = await visitor.get(`/${area}/repositories/${id}`)
      expect(status).toBe(404)
      expect(body).toContain('This page could not be found')
    }
  })

test('the navigation of both areas has a link to the repositories', async ({ page, app }) => {
  await enter(app, page, 'admin', '/app')
  for (const area of ['app', 'manager']) {
    await page.goto(`/${area}/account`)
    await page.getByRole('navigation').getByRole('link', { name: 'Repositories' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(`/${area}/repositories`)
    await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible()
  }
})

test('an administrator adds a repository in a dialog and is redirected to its page', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/repositories')
  const name = someName()
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(page).toHaveURL('/manager/repositories?dialog=new')
  await fillIn(page, { name: `  ${name} `, link: 'git.example.com/new', description: 'Brand new' })
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'git.example.com/new' })).toBeVisible()
  await expect(page.getByText(`${name} was added.`)).toBeVisible()
})

test('the dialog of a new repository is still open after a reload, and Back closes it', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/repositories')
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(form(page)).toBeVisible()
  await page.reload()
  await expect(form(page)).toBeVisible()
  await page.goBack()
  await expect(form(page)).toBeHidden()
  await expect(page).toHaveURL('/manager/repositories')
})

test('the form of a new repository shows errors at their fields and keeps the input', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/repositories?dialog=new')
  const create = page.getByRole('button', { name: 'Add repository' })
  await create.click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await expect(form(page).getByText('Link is required')).toBeVisible()
  for (const [link, message] of [
    ['a.b', 'Invalid link, must be at least 4 characters'],
    ['localhost', 'Invalid link, must contain at least a dot'],
    ['javascript:alert(1)//a.b', 'Enter an http or https address without spaces, username or password'],
    ['https://user@evil.example', 'Enter an http or https address without spaces, username or password'],
  ] as const) {
    await fillIn(page, { link })
    await create.click()
    await expect(form(page).getByText(message)).toBeVisible()
    await expect(form(page).getByLabel('Link')).toHaveValue(link)
  }
})

test('a repository name in use is refused at its field, even if two users save it simultaneously', async ({
  page,
  app,
}) => {
  const { name } = await addRepository(app)
  await enter(app, page, 'admin', '/manager/repositories?dialog=new')
  await fillIn(page, { name: name.toUpperCase(), link: 'git.example.com' })
  await page.getByRole('button', { name: 'Add repository' }).click()
  await expect(form(page).getByText('Name already used')).toBeVisible()
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused()

  const other = await page.context().newPage()
  await other.goto('/manager/repositories?dialog=new')
  const wanted = someName()
  for (const one of [page, other]) await fillIn(one, { name: wanted, link: 'git.example.com' })
  await Promise.all([page, other].map((one) => one.getByRole('button', { name: 'Add repository' }).click()))
  const outcomes = [page, other].map(async (one) => {
    const heading = one.getByRole('heading', { level: 1, name: wanted })
    const refusal = form(one).getByText('Name already used')
    await expect(heading.or(refusal)).toBeVisible()
    return (await refusal.isVisible()) ? 'refused' : 'made'
  })
  expect((await Promise.all(outcomes)).toSorted()).toEqual(['made', 'refused'])
})

test('an administrator edits a repository, and the list shows the change', async ({ page, app }) => {
  const { id, name } = await addRepository(app, { description: 'before' })
  await enter(app, page, 'admin', `/manager/repositories/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/manager/repositories/${id}?dialog=edit`)
  await fillIn(page, { name: `${name}-renamed`, description: '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: `${name}-renamed` })).toBeVisible()
  await expect(page.getByText('No description')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await page.goto(`/manager/repositories?searchTerm=${name}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(`${name}-renamed`)
})

test('deleting a repository asks for confirmation, and Undo restores the repository', async ({ page, app }) => {
  const { id, name } = await addRepository(app)
  await enter(app, page, 'admin', `/manager/repositories?searchTerm=${name}`)
  await rowsOf(page).locator('.row-link').click()
  await chooseAction(page, 'Delete')
  await expect(form(page).getByText(`${name} will disappear from all lists.`)).toBeVisible()
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page)).toBeHidden()
  await chooseAction(page, 'Delete')
  await form(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/manager\/repositories$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} was restored.`)).toBeVisible()
  expect(await app.sql`select 1 from repository where id = ${id} and deleted_at is null`).toHaveLength(1)
})

test('a deletion cannot be undone if the repository’s name is in use again, and the page shows this', async ({
  page,
  app,
}) => {
  const { id, name } = await addRepository(app)
  await enter(app, page, 'admin', `/manager/repositories/${id}`)
  await chooseAction(page, 'Delete')
  await form(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/manager\/repositories$/)
  await addRepository(app, { name })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} couldn't be restored: its name is already in use.`)).toBeVisible()
})

test('leaving the form of a new repository asks for confirmation only if it has unsaved changes', async ({
  page,
  app,
}) => {
  await enter(app, page, 'admin', '/manager/repositories')
  await page.getByRole('button', { name: 'New repository' }).click()
  await fillIn(page, { name: 'half a name' })
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.goBack()
  await expect.poll(() => questions.length).toBe(1)
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('half a name')
  await page.keyboard.press('Escape')
  await expect.poll(() => questions.length).toBe(2)
  await expect(form(page)).toBeHidden()
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(form(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  expect(questions).toHaveLength(2)
})

test('HTML in names and descriptions is shown as text in form, page, message and dashboard; a link shows its ASCII host', async ({
  page,
  app,
}) => {
  const hostile = `${someName()} <img src=x onerror=alert(1)></script>\u2028"'&`
  const { id } = await addRepository(app, {
    name: hostile,
    link: 'https://аpple.com',
    description: '</textarea><script>alert(2)</script>\u202Ereversed',
  })
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => alarms.push(error.message))
  await enter(app, page, 'admin', `/manager/repositories/${id}?dialog=edit`)
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue(hostile)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>')
  await expect(page.getByRole('link', { name: 'xn--pple-43d.com/' })).toBeVisible()
  await chooseAction(page, 'Delete')
  await form(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('was deleted.')).toContainText('<img src=x onerror=alert(1)>')
  await page.goto('/manager/dashboard')
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(alarms).toEqual([])
})

test('on a phone, the list of repositories fits the screen, and its button New opens a drawer', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addRepository(app, { name: someName() + 'w'.repeat(80), link: `https://git.example.com/${'l'.repeat(300)}` })
  await enter(app, page, 'admin', '/manager/repositories')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: 'New repository' }).click()
  const bottom = async () => {
    const box = await form(page).boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await expect.poll(bottom).toBe(740)
})

test('in Arabic, the form of a new repository is translated and laid out from right to left', async ({ page, app }) => {
  const texts = textsOf('ar').repositories
  await enter(app, page, 'admin', '/manager/repositories?dialog=new&lng=ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(form(page).getByRole('heading', { name: texts.new })).toBeVisible()
  await page.getByRole('button', { name: texts.create }).click()
  await expect(form(page).getByText(texts.messages.nameRequired)).toBeVisible()
})

test('deleting a repository causes no further requests for it', async ({ page, app }) => {
  const { id } = await addRepository(app)
  await enter(app, page, 'admin', `/manager/repositories/${id}`)
  const failed: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()))
  await chooseAction(page, 'Delete')
  await form(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/manager/repositories')
  await expect(rowsOf(page)).toHaveCount(20)
  await page.waitForLoadState('networkidle')
  expect(failed).toEqual([])
})
