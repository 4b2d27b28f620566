import { addUser } from '../support/users.ts'
import { boxOf } from '../support/boxes.ts'
import { enter } from '../support/lists.ts'
import { expect, signIn, test } from '../support/test.ts'

test('the first HTML of the home page contains a greeting and links to the newest repositories', async ({
  page,
  app,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  const { email } = await addUser(app, { name: 'Zoë' })
  await signIn(app, page, email)
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'Hello, Zoë' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to administration' })).toBeHidden()
  const newest = await app.sql<{ name: string }[]>`
    select name from repository where deleted_at is null order by created_at desc, id desc limit 5`
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  for (const [index, { name }] of newest.entries()) {
    await expect(rows.nth(index)).toContainText(name)
    await expect(rows.nth(index), 'the row has the address').toContainText(/\w+[.:]\w+/)
  }
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: newest[0]?.name ?? '' })).toBeVisible()
})

test('the search field of the home page opens the list of repositories with the results', async ({ page, app }) => {
  await signIn(app, page, (await addUser(app)).email)
  await page.goto('/app')
  await page.getByRole('searchbox').fill(' atlas ')
  await page.keyboard.press('Enter')
  // Before hydration, the browser submits the term with its spaces, which the list then trims.
  await expect(page).toHaveURL(/\/app\/repositories\?searchTerm=\+?atlas\+?$/)
  await expect(page.getByRole('row').filter({ hasText: 'atlas' }).first()).toBeVisible()
})

test('the search field of the home page ends where the list ends, with its icon in the middle', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 })
  await signIn(app, page, (await addUser(app)).email)
  await page.goto('/app')
  const field = await boxOf(page.getByRole('searchbox'))
  const icon = await boxOf(page.getByRole('search').locator('svg'))
  expect(Math.abs(icon.top + icon.bottom - field.top - field.bottom)).toBeLessThanOrEqual(1)
  expect(field.right).toBe((await boxOf(page.getByRole('main').getByRole('list'))).right)
})

test('the search field of the home page works before any script has run', async ({ page, app }) => {
  await signIn(app, page, (await addUser(app)).email)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/app', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('atlas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/repositories\?searchTerm=atlas$/)
  await expect(page.getByRole('row').filter({ hasText: 'atlas' }).first()).toBeVisible()
})

test('the home page has a link to the administration for administrators, and fits a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(app, page, (await addUser(app, { role: 'admin' })).email)
  await page.goto('/app?lng=ar')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const search = page.getByRole('searchbox')
  await expect(search).toHaveCSS('direction', 'rtl')
  await search.fill('atlas')
  await expect(search).toHaveCSS('direction', 'ltr')
  await page.getByRole('main').getByRole('link').last().click()
  await expect(page).toHaveURL('/manager/dashboard')
})

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`the navigation marks the current page regardless of its query, ${viewport.width} pixels wide`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize(viewport)
    await enter(app, page, 'user', '/app?lng=en')
    const marked = page.locator('nav [aria-current=page]').filter({ visible: true })
    await expect(marked).toHaveText(['Home'])
    await page.goto('/app/repositories?searchTerm=a')
    await expect(marked).toHaveText(['Repositories'])
  })
