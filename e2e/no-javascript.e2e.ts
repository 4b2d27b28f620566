import { someEmail } from './support/app.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('a person signs in, says their name and signs out by plain forms', async ({ page, app }) => {
  const email = someEmail()
  await page.goto('/login?redirect=%2Fapp%2Frepositories')
  await page.getByLabel('E-mail').fill(` ${email.toUpperCase()} `)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByText(email)).toBeVisible()

  await page.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()

  await page.getByLabel('Name').fill('  ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Plain Person')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible()

  await page.getByText('PP', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp$/)
})

test('what is wrong is said, and what was typed is kept', async ({ page, app }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('not an address')

  const email = someEmail()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = await app.mail.codeFor(email)
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await page.getByRole('button', { name: /Send a new code/ }).click()
  await expect(page.getByText(/Too many requests. Try again in \d+ seconds?\./)).toBeVisible()
})

test('a form of another site changes nothing', async ({ visitor, app }) => {
  const form = 'intent=ask-for-code&email=victim%40example.com'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: app.url },
  ]
  for (const headers of foreign) {
    const { status, body } = await visitor.send('POST', '/login', form, { ...type, ...headers })
    expect({ status, body }).toEqual({ status: 403, body: { code: 'INVALID_ORIGIN' } })
  }
  const unknown = await visitor.send('POST', '/login', 'intent=delete-everything', { ...type, origin: app.url })
  expect(unknown.status).toBe(400)
  expect(app.mail.mailsTo('victim@example.com')).toEqual([])
})
