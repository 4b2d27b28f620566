import type { Page } from '@playwright/test'
import reference from '../../locales/en/api-reference.json' with { type: 'json' }
import { expectAccessibleEverywhere } from '../support/expect-accessible.ts'
import { localTest as test } from '../support/local-test.ts'
import { LocalVisitor } from '../support/local-visitor.ts'
import { complaintsOf } from '../support/page-health.ts'
import { expect } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const PATH = '/dev/api-reference'
const { common } = textsOf('en')

test.describe.configure({ timeout: 120_000 })

test('the API reference of local mode is complete and accessible', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto(PATH)
  const users = page.getByRole('region', { name: 'POST /users', exact: true })
  await users.getByText('Responses').click()
  await expect(page.getByText('IDEMPOTENCY_KEY_REUSED').filter({ visible: true })).toBeVisible()
  await expect(users.getByText('needs the scopes').locator('code')).toHaveText([
    'user:set-role',
    'user:change-administrators',
  ])
  await expect(page.getByRole('main')).not.toContainText('`')
  await users.getByText(reference.try).click()
  await expect(users.getByLabel(reference.key)).toBeVisible()
  await expectAccessibleEverywhere(page, 'reference of the API')
  expect(complaints).toEqual([])
})

test('the index of the API reference leads to each operation by keyboard and marks the current one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(PATH)
  const index = page.getByRole('navigation', { name: reference.index })
  await expect(index.getByRole('link')).toHaveCount(await page.getByRole('main').getByRole('region').count())
  const link = index.getByRole('link', { name: 'Delete a user', exact: true })
  await link.press('Enter')
  const wanted = page.getByRole('region', { name: 'DELETE /users/{id}', exact: true })
  await expect(wanted).toBeInViewport({ ratio: 0.5 })
  await expect(page).toHaveURL(/#deleteUser$/)
  await expect(index.locator('[aria-current]')).toHaveText('Delete a user')
  await expect(link).toBeInViewport()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByText(reference.index).filter({ visible: true }).press('Enter')
  await index.getByRole('link', { name: 'Add a user', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Add a user', exact: true })).toBeInViewport()
  await expect(index).toBeHidden()
  await expect(page.locator('summary').filter({ hasText: reference.index })).toContainText('Add a user')
})

test('requests of the API reference: a key from the page of keys, a question before a change, nothing stored', async ({
  page,
  local,
}) => {
  const complaints = complaintsOf(page)
  const key = await makeKey(page, local)
  const called: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) called.push(`${request.method()} ${new URL(request.url()).search}`)
  })
  const list = await openForm(page, 'GET /users')
  await list.getByLabel(reference.key).fill(key)
  await list.getByLabel('limit').fill('5')
  await list.getByRole('button', { name: reference.send }).click()
  const answer = list.getByRole('region', { name: reference.answer })
  await expect(answer).toContainText(/200.*\d ms/)
  await expect(answer.getByText('RateLimit', { exact: true })).toBeVisible()
  await expect(answer.locator('pre')).toContainText('"data": [')
  await expect(answer.locator('pre')).not.toContainText('"next":')
  await answer.getByRole('button', { name: reference.showAll }).click()
  await expect(answer.locator('pre')).toContainText('"next":')
  expect(called).toEqual(['GET ?limit=5'])

  const create = await openForm(page, 'POST /users', false)
  await expect(create.getByLabel(reference.body)).toHaveValue(/"email": "ada@example.com"/)
  await create.getByLabel(reference.body).fill('{ "email": "reference@example.com", "name": "Reference" }')
  const send = create.getByRole('button', { name: reference.send })
  await send.click()
  const question = page.getByRole('dialog', { name: common.areYouSure })
  await expect(question).toContainText('Add a user')
  await expect(question).toContainText('POST /api/v1/users')
  await question.getByRole('button', { name: common.cancel }).click()
  expect(called).toHaveLength(1)
  await send.click()
  await question.getByRole('button', { name: reference.send }).click()
  await expect(create.getByRole('region', { name: reference.answer })).toContainText(
    /201.*Location.*reference@example.com/s,
  )
  await expect(question).toBeHidden()

  const storage = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(await storage()).not.toContain(key)
  expect(page.url()).not.toContain(key)
  const again = await openForm(page, 'GET /users')
  await expect(again.getByLabel(reference.key)).toHaveValue('')
  expect(await storage()).not.toContain(key)
  expect(complaints).toEqual([])
})

test('the API reference says why a request failed: a wrong key, too many requests, no connection', async ({ page }) => {
  const form = await openForm(page, 'GET /me')
  const send = form.getByRole('button', { name: reference.send })
  await send.click()
  await expect(form.getByRole('region', { name: reference.answer })).toBeHidden()
  await form.getByLabel(reference.key).fill('lk_wrong')
  await send.click()
  await expect(form.getByRole('alert')).toHaveText(reference.wrongKey)
  await expect(form.getByRole('region', { name: reference.answer })).toContainText('"code": "UNAUTHORIZED"')

  const { errors } = textsOf('en')
  await page.route('**/api/v1/me', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: { code: 'TOO_MANY_REQUESTS' } }),
  )
  await send.click()
  await expect(form.getByRole('alert')).toHaveText(errors.TOO_MANY_REQUESTS)
  await expect(form.getByRole('region', { name: reference.answer })).toContainText('Retry-After7')

  await page.unroute('**/api/v1/me')
  await page.context().setOffline(true)
  await send.click()
  await expect(form.getByRole('alert')).toHaveText(errors.NO_CONNECTION)
  await expect(form.getByRole('region', { name: reference.answer })).toBeHidden()
})

/** Creates an API key on the page of keys, which leads to the reference. @returns the key */
async function makeKey(page: Page, local: string): Promise<string> {
  const { 'api-keys': keys, history } = textsOf('en')
  const visitor = new LocalVisitor(local)
  await visitor.signIn('admin@example.com')
  await visitor.shareCookies(page.context())
  await page.goto('/manager/api-keys')
  await expect(page.getByRole('link', { name: reference.title })).toHaveAttribute('href', PATH)
  await page.getByRole('button', { name: keys.new }).first().click()
  const dialog = page.getByRole('dialog', { name: keys.new })
  await dialog.getByLabel(keys.name, { exact: true }).fill('Reference')
  await dialog.getByLabel(history.scopes['user:list'], { exact: true }).check()
  await dialog.getByLabel(history.scopes['user:create'], { exact: true }).check()
  await dialog.getByRole('button', { name: keys.create }).click()
  const key = await page.getByRole('dialog', { name: keys.made }).locator('code').first().textContent()
  page.once('dialog', (question) => void question.accept())
  return key ?? ''
}

/** Opens the form of an operation. By default, loads the API reference first. */
async function openForm(page: Page, name: string, isNewPage = true) {
  if (isNewPage) {
    await page.goto(PATH)
  }
  const operation = page.getByRole('region', { name, exact: true })
  await operation.getByText(reference.try).click()
  return operation
}
