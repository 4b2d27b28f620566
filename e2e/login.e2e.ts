import { someEmail } from './support/app.ts'
import { expect, test } from './support/test.ts'

test('a new person asks for a code, enters it, says their name and stands in the user area', async ({ page, app }) => {
  const email = someEmail()
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('E-mail').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect(page.getByText('The e-mail has left.')).toBeVisible()

  await page.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Name').fill('  Zoë New  ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Zoë New' })).toBeVisible()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page).toHaveTitle('Home · Latchkey')
})
