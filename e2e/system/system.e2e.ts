import { boxOf } from '../support/boxes.ts'
import { enter } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

test('the system page refreshes itself, lifts limits, and can be read without JavaScript', async ({
  page,
  app,
  browser,
}) => {
  const admin = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Held Up' })
  await app.sql`delete from throttle`
  await new Visitor(app).askForCode(user.email)
  // Sets the count as if nine more strangers had requested a code.
  await app.sql`update throttle set count = 10 where key like 'send:most:address:%'`
  await signIn(app, page, admin.email)
  await page.goto('/manager/dashboard')
  await page.getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  // The mail above might still be on its way; the page refreshes every ten seconds.
  await expect(page.getByText('No undelivered emails.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Servers' }).getByText('Up', { exact: true }).first()).toBeVisible()
  const limits = page.getByRole('region', { name: 'Limits' })
  await expect(limits.getByText('Codes for one address', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(user.email)
  await page.keyboard.press('Enter')
  await expect(limits.getByText('Codes for one address: 10 of 10')).toBeVisible()
  await limits.getByRole('button', { name: 'Lift all limits for' }).click()
  await expect(page.getByText('The limits were lifted.')).toBeVisible()
  await expect(limits.getByText('No limit has been reached.')).toBeVisible()
  expect((await new Visitor(app).askForCode(user.email)).status).toBe(200)

  // The page refreshes by itself, and reports when it cannot.
  await app.sql`update throttle set count = 3000 where key = 'send:most:all'`
  await expect(limits.getByText('Codes for everyone')).toBeVisible({ timeout: 15_000 })
  await limits.getByRole('listitem').getByRole('button', { name: 'Lift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
  await expect(limits.getByText('No limit has been reached.')).toBeVisible()
  await page.route('**/api/system.getSystem*', (route) => route.abort())
  await expect(page.getByRole('alert').filter({ hasText: "couldn't be refreshed" })).toBeVisible({ timeout: 30_000 })

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 740 },
    baseURL: app.url,
  })
  const still = await plain.newPage()
  await still.goto('/manager/system?lng=ar')
  await expect(still.getByRole('heading', { name: 'قاعدة البيانات' })).toBeVisible()
  await plain.close()
})

test('the button of a search form is beside its field', async ({ page, app }) => {
  for (const language of ['en', 'ar']) {
    await enter(app, page, 'admin', `/manager/system?lng=${language}`)
    const form = page.locator('form').filter({ has: page.locator('input[type=email]') })
    const [field, button] = [await boxOf(form.locator('input')), await boxOf(form.getByRole('button'))]
    expect(Math.abs(field.top - button.top), language).toBeLessThan(0.6)
  }
})
