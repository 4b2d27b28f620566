import type { Page } from '@playwright/test'
import { someEmail, startApp } from '../support/app.ts'
import { chooseFilter, chosenFilter, enter, rowsOf, someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { common, login, onboarding, repositories, user, users } = textsOf('en')

test.use({ javaScriptEnabled: false })

let logged = 0
test.beforeEach(({ app }) => {
  logged = app.log().length
})
test.afterEach(({ app }) => {
  expect(failuresIn(app.log().slice(logged))).toEqual([])
})

test('a user signs up, enters a name and signs out with plain forms', async ({ page, app }) => {
  const email = someEmail()
  await page.goto('/login?redirect=%2Fapp%2Frepositories')
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByText(email)).toBeVisible()

  await page.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Name' }).fill('  ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Plain Person')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/app/repositories`)

  await page.getByText('PP', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp$/)
})

test('a plain form that is refused shows the reason and keeps the input', async ({ page, app }) => {
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
  await expect(page.getByText('That code is incorrect.')).toBeVisible()
  await page.getByRole('button', { name: /Send again/ }).click()
  await expect(page.getByText(/Too many requests. Try again in \d+ seconds?\./)).toBeVisible()
})

test('after onboarding, the user is redirected to the requested URL, with its parameters unchanged', async ({
  page,
  app,
}) => {
  await signIn(app, page, someEmail())
  const asked = `${app.url}/app/repositories?searchTerm=a+b%26c&sort=name`
  await page.goto(asked)
  const answers = documentsOf(page)
  await enterName(page, 'Plain Person')
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
  test(`a name that is ${what} shows an error and stays in its field, and the form keeps the requested URL`, async ({
    page,
    app,
  }) => {
    await signIn(app, page, someEmail())
    await page.goto('/app/repositories?searchTerm=a+b')
    await enterName(page, typed)
    await expect(page.getByText(message)).toBeVisible()
    const kept = await page.getByRole('textbox', { name: onboarding.name, exact: true }).inputValue()
    expect(typed.startsWith(kept) && kept.length >= Math.min(typed.length, 500), kept).toBe(true)
    expect(new URL(page.url()).searchParams.get('searchTerm')).toBe('a b')
    await enterName(page, 'Plain Person')
    await expect(page).toHaveURL(`${app.url}/app/repositories?searchTerm=a+b`)
  })

test(
  'a name that cannot be saved stays in its field, and the page shows the failure',
  ONLY_IN_FULL_RUN,
  async ({ page }) => {
    const app = await startApp()
    await signIn(app, page, someEmail())
    await page.goto(`${app.url}/app`)
    await app.sql`alter table history_event rename to history_event_away`
    await enterName(page, 'Plain Person')
    await expect(page.getByText(onboarding.messages.failed)).toBeVisible()
    await expect(page.getByRole('textbox', { name: onboarding.name, exact: true })).toHaveValue('Plain Person')
    // A failed request leaves two lines: the error and its response. A task that writes to the history can fail too, but its line has no request ID.
    await expect.poll(() => failuresIn(app.log()).filter((line) => line.includes('"requestId"'))).toHaveLength(2)
    await app.sql`alter table history_event_away rename to history_event`
    await enterName(page, 'Plain Person')
    await expect(page).toHaveURL(`${app.url}/app`)
    await app.stop()
  },
)

test('in the demo, onboarding shows that names are not saved', async ({ page }) => {
  const demo = await startApp({ DEMO_MODE: 'true', SMTP_URL: '', EMAIL_FROM: '' })
  const email = someEmail()
  await demo.sql`insert into "user" (email, name, email_verified) values (${email}, '', true)`
  await page.goto(`${demo.url}/login`)
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  const code = await page.locator('output').textContent()
  await page.getByLabel(login.verify.code, { exact: true }).fill(code ?? '')
  await page.getByRole('button', { name: login.verify.confirm }).click()
  await enterName(page, 'Plain Person')
  await expect(page.getByText(onboarding.messages.demo)).toBeVisible()
  await expect(page.getByRole('textbox', { name: onboarding.name, exact: true })).toHaveValue('Plain Person')
  expect(failuresIn(demo.log())).toEqual([])
  await demo.stop()
})

test('a list is searched, filtered, sorted and paged with plain forms and links', async ({ page, app }) => {
  const term = someName()
  for (let count = 0; count < 25; count += 1)
    await addUser(app, { name: `${term} ${String(count).padStart(2, '0')}`, role: count < 22 ? 'user' : 'admin' })
  const rows = rowsOf(page)
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await enter(app, page, 'admin', '/manager/users')
    await chooseFilter(page, users.role, common.roles.user)
    await page.getByRole('searchbox').fill(term)
    await page.getByRole('main').getByRole('button', { name: common.search }).click()
    await expect(page).toHaveURL(`/manager/users?searchTerm=${term}&role=user`)
    await expect(chosenFilter(page, common.roles.user)).toBeVisible()
    await page.goto(`/manager/users?searchTerm=${term}&role=user&sort=name`)
    await expect(rows).toHaveCount(20)
    await expect(rows.first()).toContainText(`${term} 00`)
    await page.getByRole('button', { name: common.list.loadMore }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText(`${term} 21`)
    await expect(page.getByRole('button', { name: common.list.loadMore })).toBeHidden()
    await page.getByRole('link', { name: common.list.fromStart }).click()
    await expect(rows).toHaveCount(20)
    await page.getByRole('searchbox').fill('nobody-at-all')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: common.list.clearFilters }).last().click()
    await expect(page).toHaveURL('/manager/users?sort=name')
  }
  await page.getByRole('columnheader', { name: users.created }).getByRole('link').click()
  await expect(page).toHaveURL('/manager/users')
})

test('an administrator adds, changes and deletes a repository with plain forms', async ({ page, app }) => {
  // The name contains a dot, like many names of repositories.
  const [name, other] = [`${someName()}.js`, someName()]
  const description = 'Many words in many lines.\n'.repeat(38).trim()
  await enter(app, page, 'admin', '/manager/repositories')
  const answers = documentsOf(page)
  await page.getByRole('button', { name: repositories.new }).click()
  const dialog = page.getByRole('dialog', { name: repositories.new })
  await dialog.getByLabel(repositories.link, { exact: true }).fill('nodot')
  await dialog.getByLabel(repositories.description).fill(description)
  await dialog.getByRole('button', { name: repositories.create }).click()
  await expect(dialog.getByText(repositories.messages.nameRequired)).toBeVisible()
  await expect(dialog.getByText(repositories.messages.linkNoDot)).toBeVisible()
  await expect(dialog.getByLabel(repositories.description)).toHaveValue(description)
  await dialog.getByLabel(repositories.name, { exact: true }).fill(name)
  await dialog.getByLabel(repositories.link, { exact: true }).fill('git.example.com/plain')
  await dialog.getByRole('button', { name: repositories.create }).click()
  await expect(page.getByRole('status').first()).toHaveText(repositories.added.replace('{{name}}', name))
  await expect(page).toHaveURL(/\/manager\/repositories\/[\da-f-]{36}$/)
  await expect(page.getByRole('link', { name: 'git.example.com/plain' })).toBeVisible()
  expect(answers).toEqual(['GET 200', 'POST 400', 'POST 303', 'GET 200'])

  const address = page.url()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(repositories.added.replace('{{name}}', name))).toHaveCount(0)

  await page.goto('/manager/repositories?dialog=new')
  await dialog.getByLabel(repositories.name, { exact: true }).fill(name.toUpperCase())
  await dialog.getByLabel(repositories.link, { exact: true }).fill('git.example.com')
  await dialog.getByRole('button', { name: repositories.create }).click()
  await expect(dialog.getByText(repositories.messages.nameTaken)).toBeVisible()
  await dialog.getByRole('link', { name: common.close }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto(address)
  await page.getByRole('button', { name: common.edit }).click()
  await page.getByRole('textbox', { name: repositories.name, exact: true }).fill(other)
  await page.getByRole('button', { name: common.save }).click()
  await expect(page.getByRole('status').first()).toHaveText(repositories.saved.replace('{{name}}', other))
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
  await expect(page).toHaveURL(address)

  await page.getByRole('button', { name: common.delete }).click()
  await page.getByRole('dialog').getByRole('button', { name: common.delete }).click()
  await expect(page.getByRole('status').first()).toHaveText(repositories.deleted.replace('{{name}}', other))
  await expect(page).toHaveURL(`${app.url}/manager/repositories`)
  await expect(page.getByRole('link', { name: other })).toHaveCount(0)
})

test('an administrator adds and changes a user with plain forms', async ({ page, app }) => {
  const email = someEmail('plain')
  await enter(app, page, 'admin', '/manager/users')
  await page.getByRole('link', { name: users.new }).click()
  await page.getByLabel(users.email, { exact: true }).fill('nobody')
  await page.getByRole('textbox', { name: users.name, exact: true }).fill('Plain Person')
  await page.getByLabel(user.invitation.email, { exact: true }).selectOption('sw')
  await save(users.create)
  await expect(page.getByText(users.messages.emailInvalid)).toBeVisible()
  await expect(page.getByRole('textbox', { name: users.name, exact: true })).toHaveValue('Plain Person')
  await page.getByLabel(users.email, { exact: true }).fill(email)
  await save(users.create)
  await expect(page.getByRole('status').first()).toHaveText(users.added.replace('{{name}}', 'Plain Person'))
  await expect(page.getByRole('heading', { level: 1, name: 'Plain Person' })).toBeVisible()
  await expect(page.getByRole('region', { name: user.invitation.title }).getByText('Kiswahili')).toBeVisible()

  await page.getByRole('link', { name: user.update }).click()
  await page.getByRole('textbox', { name: users.name, exact: true }).fill('Émile "Plain" Person')
  await save(common.save)
  await expect(page.getByRole('status').first()).toHaveText(users.saved.replace('{{name}}', 'Émile "Plain" Person'))
  await expect(page).toHaveURL(/\/manager\/users\/[\da-f-]{36}$/)

  await page.goto('/manager/users/new')
  await page.getByLabel(users.email, { exact: true }).fill(email)
  await page.getByRole('textbox', { name: users.name, exact: true }).fill('Second Person')
  await page.getByLabel(users.role, { exact: true }).selectOption('admin')
  await save(users.create)
  await expect(page.getByText(users.messages.emailTaken)).toBeVisible()
  await expect(page.getByLabel(users.role, { exact: true })).toHaveValue('admin')

  async function save(name: string) {
    await page.getByRole('button', { name }).last().click()
  }
})

test('a form sent after the session has ended redirects to the login page', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/repositories?dialog=new')
  await page.getByRole('textbox', { name: repositories.name, exact: true }).fill(someName())
  await page.getByLabel(repositories.link, { exact: true }).fill('git.example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: repositories.create }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmanager%2Frepositories%3Fdialog%3Dnew$/)
})

test('a form on another site cannot change data', async ({ visitor, app }) => {
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

async function enterName(page: Page, name: string) {
  await page.getByRole('textbox', { name: onboarding.name, exact: true }).fill(name)
  await page.getByRole('button', { name: common.continue, exact: true }).click()
}

/** Collects the method and status of every document that the page requests from now on. */
function documentsOf(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document')
      answers.push(`${response.request().method()} ${response.status()}`)
  })
  return answers
}

/** Returns the lines of the log that report a failure. */
function failuresIn(log: string): string[] {
  return log.split('\n').filter((line) => /"level":"(error|fatal)"|"status":5\d\d/.test(line))
}
