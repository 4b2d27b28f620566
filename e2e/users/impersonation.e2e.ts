import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { chooseAction } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'

test('an administrator impersonates a user with a reason, and stops', async ({ page, app }) => {
  const { chief, user } = await open(page, app)
  await chooseAction(page, 'Act as this user')
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: 'Act as this user' }).click()
  await expect(question.getByText('Reason is required')).toBeVisible()
  await question.getByLabel('Reason').fill('A ticket of theirs')
  await question.getByRole('button', { name: 'Act as this user' }).click()

  await expect(page).toHaveURL('/app')
  await expect(page.getByText('Pat Person').first()).toBeVisible()
  const banner = page.getByRole('complementary', { name: "You're acting as" })
  await expect(banner).toBeVisible()
  await expect(page.getByText(chief.email)).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Repositories' }).click()
  await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible()
  await page.mouse.wheel(0, 2_000)
  await expect(banner).toBeInViewport({ ratio: 1 })

  await banner.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(new RegExp(`/manager/users/${user.id}$`))
  await expect(banner).toBeHidden()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('stopped acting as')).toBeVisible()
  await expect(history.getByText(/by .Acting Chief/)).toBeHidden()
  await expect(history.getByText(/Reason: .A ticket of theirs/)).toBeVisible()
  await page.goto(`/manager/users/${chief.id}`)
  await expect(page.getByRole('region', { name: 'History' }).getByText('started acting as')).toBeVisible()
})

test('the banner of an impersonation is shown on a forbidden page, and its Stop button returns to the page of the user', async ({
  page,
  app,
}) => {
  const { user } = await open(page, app)
  await begin(page)
  const response = await page.goto('/manager/users')
  expect(response?.status()).toBe(403)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(new RegExp(`/manager/users/${user.id}$`))
  await expect(page.getByRole('heading', { name: 'Pat Person', level: 1 })).toBeVisible()
})

test('the banner of an impersonation is shown above the onboarding of a user without a name', async ({ page, app }) => {
  const { user } = await open(page, app, '')
  await begin(page)
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect(page.getByText(`You're acting as \u2068${user.email}\u2069.`)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(new RegExp(`/manager/users/${user.id}$`))
})

test('when an impersonation expires, the open page is replaced by the page of the user in the administration', async ({
  page,
  app,
}) => {
  const { user } = await open(page, app)
  await begin(page)
  await app.sql`update session set expires_at = now() + interval '3 seconds' where user_id = ${user.id}`
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/manager/users/${user.id}$`), { timeout: 15_000 })
  await expect(page.getByRole('heading', { name: 'Pat Person', level: 1 })).toBeVisible()
  await expect(page.getByText("You're acting as")).toBeHidden()
})

test('an administrator cannot be impersonated, and the page shows this', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const other = await addUser(app, { role: 'admin', name: 'Other Chief' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${other.id}`)
  await chooseAction(page, 'Act as this user')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This user is an administrator, so nobody can act as them.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Act as this user' })).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the Stop button ends the impersonation without JavaScript', async ({ page, app }) => {
    const { chief, user } = await open(page, app)
    await app.sql`update session set user_id = ${user.id}, impersonated_by = ${chief.id} where user_id = ${chief.id}`
    await page.goto('/app')
    await page.getByRole('button', { name: 'Stop' }).click()
    // No session of the administrator was kept, so stopping signs them out.
    await expect(page).toHaveURL(/\/login/)
  })
})

for (const [language, actAs, stop] of [
  ['en', 'Act as this user', 'Stop'],
  ['ar', 'الدخول بحساب المستخدم', 'خروج'],
] as const)
  test.describe(`on a phone, in ${language}`, () => {
    test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, locale: language })

    test('the banner of an impersonation is above the header and within the screen', async ({ page, app }) => {
      await open(page, app, 'A Rather Long Name That Goes On And On And On')
      await begin(page, actAs)
      const button = page.getByRole('button', { name: stop })
      await page.mouse.wheel(0, 2_000)
      await expect(button).toBeInViewport({ ratio: 1 })
      const size = await button.boundingBox()
      expect(size?.height).toBeGreaterThanOrEqual(44)
      const header = await page.getByRole('banner').boundingBox()
      expect(header?.y).toBeGreaterThanOrEqual(56)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      await button.click()
      await expect(page).toHaveURL(/\/manager\/users\//)
    })
  })

/** Opens the page of a user as an administrator. */
async function open(page: Page, app: App, name = 'Pat Person') {
  const chief = await addUser(app, { role: 'admin', name: 'Acting Chief' })
  const user = await addUser(app, { name })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  return { chief, user }
}

async function begin(page: Page, action = 'Act as this user') {
  await chooseAction(page, action)
  await page.getByRole('dialog').getByRole('textbox').fill('to help')
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
  await expect(page).toHaveURL('/app')
}
