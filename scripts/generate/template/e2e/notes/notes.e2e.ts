import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import type { App } from '../support/app.ts'
import { rowsOf, someName } from '../support/lists.ts'
import { addNote, fillIn } from '../support/notes.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { openSession } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const form = (page: Page) => page.getByRole('dialog')
const texts = textsOf('en').notes

/** Opens a page as a new user who can change notes. @returns their ID */
async function enter(app: App, page: Page, path?: string): Promise<string> {
  const { id } = await addUser(app, { role: 'admin' })
  await page.context().addCookies([{ ...(await openSession(app, id)), url: app.url }])
  if (path !== undefined) await page.goto(path)
  return id
}

for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', 'x'.repeat(300)])
  test(`the page of an unknown note returns 404: ${id.slice(0, 40)}`, async ({ app }) => {
    const { visitor } = await addVisitor(app, { role: 'admin' })
    const { status, body } = await visitor.get(`/app/notes/${id}`)
    expect(status).toBe(404)
    expect(body).toContain('This page could not be found')
  })

test('the navigation leads to the list of notes', async ({ page, app }) => {
  await enter(app, page, '/app/account')
  await page.getByRole('navigation').getByRole('link', { name: texts.title }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/app/notes')
  await expect(page.getByRole('heading', { name: texts.title })).toBeVisible()
})

test('a user adds a note in a dialog that a URL opens, and then sees the page of the note', async ({ page, app }) => {
  await enter(app, page, '/app/notes')
  const name = someName()
  await page.getByRole('button', { name: texts.new }).first().click()
  await expect(page).toHaveURL('/app/notes?dialog=new')
  await fillIn(form(page), name)
  await page.getByRole('button', { name: texts.create }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(`${name} was added.`)).toBeVisible()
})

test('an invalid value shows a message at its field, and stays in the field', async ({ page, app }) => {
  await enter(app, page, '/app/notes?dialog=new')
  await fillIn(form(page), ' ')
  await page.getByRole('button', { name: texts.create }).click()
  await expect(form(page).getByText(textsOf('en').errors.validation.required)).toHaveCount(1)
  await fillIn(form(page), 'w'.repeat(101))
  await page.getByRole('button', { name: texts.create }).click()
  await expect(form(page).locator('[name="headline"]')).toHaveAttribute('aria-invalid', 'true')
  await expect(form(page).locator('[name="headline"]')).toHaveValue('w'.repeat(101))
})

test('a user edits a note, and the list shows the change', async ({ page, app }) => {
  const { id, name } = await addNote(app, { createdById: await enter(app, page) })
  await page.goto(`/app/notes/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/app/notes/${id}?dialog=edit`)
  await fillIn(form(page), `${name}-renamed`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: `${name}-renamed` })).toBeVisible()
  await expect(form(page)).toBeHidden()
  await page.goto(`/app/notes?searchTerm=${name}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(`${name}-renamed`)
})

test('deleting a note requires confirmation, and undo restores the note', async ({ page, app }) => {
  const { id, name } = await addNote(app, { createdById: await enter(app, page) })
  await page.goto(`/app/notes?searchTerm=${name}`)
  await rowsOf(page).locator('.row-link').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(form(page).getByText(`${name} will disappear from all lists.`)).toBeVisible()
  await form(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/app\/notes$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} was restored.`)).toBeVisible()
  expect(await app.sql`select 1 from note where id = ${id} and deleted_at is null`).toHaveLength(1)
})

test('markup in the name of a note is shown as text', async ({ page, app }) => {
  const headline = `${someName()} <img src=x onerror=alert(1)></script>"'&`
  const { id } = await addNote(app, { headline, createdById: await enter(app, page) })
  await page.goto(`/app/notes/${id}?dialog=edit`)
  await expect(form(page).locator('[name="headline"]')).toHaveValue(headline)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>')
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

for (const language of appConfig.languages)
  test(`the list and the form of notes are translated to ${language}`, async ({ page, app }) => {
    const spoken = textsOf(language).notes
    await enter(app, page, `/app/notes?dialog=new&lng=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(form(page).getByRole('heading', { name: spoken.new })).toBeVisible()
    await expect(form(page).getByRole('button', { name: spoken.create })).toBeVisible()
  })
