import type { Page } from '@playwright/test'
import { someEmail, startApp } from './support/app.ts'
import { expect, signIn, test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const { common, login, onboarding } = textsOf('en')

test.use({ javaScriptEnabled: false })

let logged = 0
test.beforeEach(({ app }) => {
  logged = app.log().length
})
test.afterEach(({ app }) => {
  expect(failuresIn(app.log().slice(logged))).toEqual([])
})

test('a person signs in, says their name and signs out by plain forms', async ({ page, app }) => {
  const email = someEmail()
  await page.goto('/login?redirect=%2Fapp%2Frepositories')
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `)
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
  await expect(page).toHaveURL(`${app.url}/app/repositories`)

  await page.getByText('PP', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp$/)
})

test('what is wrong is said, and what was typed is kept', async ({ page, app }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')

  const email = someEmail()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const code = await app.mail.codeFor(email)
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await page.getByRole('button', { name: /Send a new code/ }).click()
  await expect(page.getByText(/Too many requests. Try again in \d+ seconds?\./)).toBeVisible()
})

test('whoever gives a name is shown the page they asked for, and nothing else is in its URL', async ({ page, app }) => {
  await signIn(app, page, someEmail())
  const asked = `${app.url}/app/repositories?searchTerm=a+b%26c&sort=name`
  await page.goto(asked)
  const answers = documentsOf(page)
  await giveName(page, 'Plain Person')
  await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible()
  await expect(page).toHaveURL(asked)
  expect(answers).toEqual(['POST 303', 'GET 200'])
})

for (const [what, typed, message] of [
  ['empty', '', onboarding.messages.nameRequired],
  ['too long', 'n'.repeat(101), onboarding.messages.nameTooLong_other.replace('{{count}}', '100')],
  ['without a letter', '...', onboarding.messages.nameInvalid],
  ['longer than any URL', 'é'.repeat(2_500), onboarding.messages.nameTooLong_other.replace('{{count}}', '100')],
] as const)
  test(`a name ${what} is refused in words and kept in its field, with the page that was asked for`, async ({
    page,
    app,
  }) => {
    await signIn(app, page, someEmail())
    await page.goto('/app/repositories?searchTerm=a+b')
    await giveName(page, typed)
    await expect(page.getByText(message)).toBeVisible()
    const kept = await page.getByLabel(onboarding.name, { exact: true }).inputValue()
    expect(typed.startsWith(kept) && kept.length >= Math.min(typed.length, 500), kept).toBe(true)
    expect(new URL(page.url()).searchParams.get('searchTerm')).toBe('a b')
    await giveName(page, 'Plain Person')
    await expect(page).toHaveURL(`${app.url}/app/repositories?searchTerm=a+b`)
  })

test('a name that cannot be saved is not lost, and the page says so', async ({ page }) => {
  const app = await startApp()
  await signIn(app, page, someEmail())
  await page.goto(`${app.url}/app`)
  await app.sql`alter table history_event rename to history_event_away`
  await giveName(page, 'Plain Person')
  await expect(page.getByText(onboarding.messages.failed)).toBeVisible()
  await expect(page.getByLabel(onboarding.name, { exact: true })).toHaveValue('Plain Person')
  expect(failuresIn(app.log())).toHaveLength(1)
  await app.sql`alter table history_event_away rename to history_event`
  await giveName(page, 'Plain Person')
  await expect(page).toHaveURL(`${app.url}/app`)
  await app.stop()
})

test('in the demo somebody without a name is told that their name is not kept', async ({ page }) => {
  const demo = await startApp({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '' })
  const email = someEmail()
  await demo.sql`insert into "user" (email, name, email_verified) values (${email}, '', true)`
  await page.goto(`${demo.url}/login`)
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  const code = await page.locator('output').textContent()
  await page.getByLabel(login.verify.code, { exact: true }).fill(code ?? '')
  await page.getByRole('button', { name: login.verify.confirm }).click()
  await giveName(page, 'Plain Person')
  await expect(page.getByText(onboarding.messages.demo)).toBeVisible()
  await expect(page.getByLabel(onboarding.name, { exact: true })).toHaveValue('Plain Person')
  expect(failuresIn(demo.log())).toEqual([])
  await demo.stop()
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

async function giveName(page: Page, name: string) {
  await page.getByLabel(onboarding.name, { exact: true }).fill(name)
  await page.getByRole('button', { name: common.continue, exact: true }).click()
}

/** Method and status of every document that the page asks for from now on. */
function documentsOf(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document')
      answers.push(`${response.request().method()} ${response.status()}`)
  })
  return answers
}

/** What of this log tells of a failure. */
function failuresIn(log: string): string[] {
  return log.split('\n').filter((line) => /"level":"(error|fatal)"|"status":5\d\d/.test(line))
}
