import { boxOf } from '../support/boxes.ts'
import { enter } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'

test('the figures of the dashboard fill their rows, and their arrows have the color of the text', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 820, height: 1_180 })
  await enter(app, page, 'admin', '/manager/dashboard')
  const figures = page.getByRole('list', { name: 'Figures' })
  const [all, last] = [await boxOf(figures), await boxOf(figures.getByRole('listitem').last())]
  expect(last.right).toBeCloseTo(all.right, 0)
  await expect(figures).toContainText(/[▲▼]/)
  const colors = await figures
    .locator('[title]')
    .evaluateAll((changes) =>
      changes.flatMap((change) => [change, ...change.children].map((part) => getComputedStyle(part).color)),
    )
  expect(new Set(colors).size, colors.join()).toBe(1)
})

test('a short list of latest actions ends where the sign-ins beside it end', async ({ page, app }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await enter(app, page, 'admin', '/manager/dashboard?view=table')
  const signIns = page.getByRole('region', { name: 'Sign-ins per day' })
  const actions = page.getByRole('region', { name: 'Latest administrator actions' })
  await expect(actions).toBeVisible()
  expect((await boxOf(actions)).bottom).toBeCloseTo((await boxOf(signIns)).bottom, 0)
})

test('the progress indicator of a slow search is vertically centered in the field', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/users')
  await page.route('**/api/users.*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await route.continue()
  })
  const field = page.getByRole('searchbox')
  await field.fill('ada')
  const sign = page.locator('.search-field .animate-spin')
  await expect(sign).toBeVisible()
  expect(Math.abs((await boxOf(sign)).middle - (await boxOf(field)).middle)).toBeLessThan(1)
})

test('page titles of both areas have the same size', async ({ page, app }) => {
  const sizes: string[] = []
  for (const path of ['/app', '/app/repositories', '/manager/dashboard']) {
    await enter(app, page, 'admin', path)
    sizes.push(await page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).fontSize))
  }
  expect(new Set(sizes).size, sizes.join()).toBe(1)
})
