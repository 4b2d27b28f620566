import { someEmail } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { addRepository } from '../support/repositories.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

test('a user changes their name in a dialog that Back closes, and the history shows the change', async ({
  page,
  app,
}) => {
  const email = someEmail()
  await app.sql`insert into "user" (email, name, email_verified) values (${email}, 'Ada Old', true)`
  await signIn(app, page, email)
  await page.goto('/app')
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page).toHaveTitle('Account · Latchkey')

  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(page).toHaveURL(/state=change-name/)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Old')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeHidden()
  await page.goForward()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('  Ada New ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your name was saved.')).toBeVisible()
  await expect(page).toHaveURL('/app/account')
  await expect(page.getByText('You changed your name')).toBeVisible()
  await expect(page.getByText('Name: \u2068Ada Old\u2069 → \u2068Ada New\u2069')).toBeVisible()
})

test('the account page has the profile beside the sessions on wide screens, and above them on narrow ones', async ({
  page,
  app,
}) => {
  await signIn(app, page, 'admin@example.com')
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/manager/account')
  const [profile, sessions] = ['Profile', "Where you're signed in"].map((name) => page.getByRole('region', { name }))
  const boxes = async () => [await profile?.boundingBox(), await sessions?.boundingBox()]
  const [left, right] = await boxes()
  expect(right?.y).toBe(left?.y)
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  await page.setViewportSize({ width: 1_024, height: 900 })
  const [first, second] = await boxes()
  expect(second?.x).toBe(first?.x)
})

for (const language of ['en', 'ar'] as const)
  test(`in ${language}, links at the top of the account page lead to its sections by keyboard on a phone`, async ({
    page,
    app,
  }) => {
    const { account } = textsOf(language)
    const email = someEmail()
    await app.sql`insert into "user" (email, name, email_verified) values (${email}, 'Ada Phone', true)`
    await signIn(app, page, email)
    await chooseLanguage(app, page, language)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/account')
    const links = page.getByRole('navigation', { name: account.onThisPage })
    await expect(links.getByRole('link')).toHaveCount(8)
    expect(await horizontalOverflow(page)).toBe(0)
    for (const [title, fragment] of [
      [account.data.title, 'data'],
      [account.passkeys, 'passkeys'],
    ] as const) {
      const section = page.getByRole('region', { name: title })
      await links.getByRole('link', { name: title }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/app/account#${fragment}`)
      await expect(section.getByRole('heading')).toBeInViewport({ ratio: 1 })
      const [above, below] = [await page.locator('header').first().boundingBox(), await section.boundingBox()]
      expect(below?.y, 'the header does not cover the section').toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
      await page.keyboard.press('Tab')
      await expect(section.getByRole('button').first()).toBeFocused()
    }
    expect(await accessibilityProblems(page)).toEqual([])
    await page.setViewportSize({ width: 1_440, height: 900 })
    await expect(links).toBeHidden()
  })

test('the account page ignores an unknown dialog and an invalid email address in its URL', async ({ page, app }) => {
  await signIn(app, page, 'user@example.com')
  const response = await page.goto('/app/account?state=delete&newEmail=nobody')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the account page is complete in the first HTML and sends no further requests', async ({ page, app }) => {
  await signIn(app, page, 'person2@example.com')
  const html = await (await page.request.get('/app/account')).text()
  for (const words of ['person2@example.com', "Where you're signed in", 'Active now', 'You signed in'])
    expect(html).toContain(words)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await page.goto('/app/account')
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('the administration has an account page too', async ({ page, app }) => {
  await signIn(app, page, 'admin@example.com')
  await page.goto('/manager/account')
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Account' }).first()).toHaveAttribute('aria-current', 'page')
  for (const section of ['Profile', 'Preferences', "Where you're signed in", 'Security activity', 'Delete account'])
    await expect(page.getByRole('region', { name: section })).toBeVisible()
})

test('a user signs out one of their other devices, and then all other devices', async ({ page, app, browser }) => {
  const email = 'person3@example.com'
  await signIn(app, page, email)
  const others = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: app.url })))
  for (const other of others) {
    await app.sql`delete from throttle`
    await signIn(app, other, email)
  }
  await page.goto('/app/account')
  const sessions = page.getByRole('region', { name: "Where you're signed in" })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: /^End/ }).first().click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  for (const other of others) expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  await Promise.all(others.map((other) => other.close()))
})

test('signing out asks for confirmation', async ({ page, app }) => {
  await signIn(app, page, 'person4@example.com')
  await page.goto('/app/account')
  const section = page.getByRole('region', { name: 'Profile' })
  await section.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/app/account')
  await section.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a user downloads their data as a file without tokens', async ({ page, app }) => {
  const email = 'person5@example.com'
  await signIn(app, page, email)
  await page.goto('/app/account')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('latchkey-account.json')
  const [chunks] = [await (await download.createReadStream()).toArray()]
  const text = Buffer.concat(chunks as Buffer[]).toString('utf8')
  expect(JSON.parse(text)).toMatchObject({ profile: { email }, sessions: [{ isCurrent: true }], linkedAccounts: [] })
  const tokens = await app.sql<{ token: string }[]>`select token from session`
  for (const { token } of tokens) expect(text).not.toContain(token)
  await expect(page.getByText('You downloaded your data')).toBeVisible()
})

test('a user deletes the account with a new code, which signs out all devices and deletes local data', async ({
  page,
  app,
  browser,
}) => {
  const email = 'person6@example.com'
  const other = await browser.newContext({ baseURL: app.url })
  await signIn(app, other, email)
  await app.sql`delete from throttle`
  await signIn(app, page, email)
  await app.sql`delete from throttle`
  const { name } = await addRepository(app)
  await page.goto(`/app/repositories?searchTerm=${name}`)
  await page.getByRole('link', { name, exact: true }).click()
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await page.evaluate((opened) => localStorage.setItem('own-things', opened), name)
  await page.goto('/app/account')
  await page.getByRole('region', { name: 'Delete account' }).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('permanently deletes')
  const mails = app.mail.codeMailsTo(email).length
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('That code is incorrect.')).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email, mails + 1))
  expect(await app.sql`select 1 from "user" where email = ${email}`).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await kept()).not.toContain(name)
  expect(await app.sql`select 1 from "user" where email = ${email}`).toHaveLength(0)
  expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  expect(await app.sql`select 1 from history_event where action = 'account-deleted'`).toHaveLength(1)
  await other.close()

  const notice = () => app.mail.mailsTo(email).find(({ subject }) => subject === 'Your account was deleted')
  await expect.poll(notice).toBeDefined()
  await page.goto(/http\S+not-me\S+/.exec(notice()?.text ?? '')?.[0] ?? '')
  await expect(page.getByText('The account will stay deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, report this' }).click()
  await expect(page.getByRole('heading', { name: 'The administrators have been notified' })).toBeVisible()
  await expect(page.getByText('The account remains deleted.')).toBeVisible()
  await expect(page.getByText('sign in again')).toBeHidden()
})

test.describe('in Arabic on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, locale: 'ar' })

  test('the account page fits the screen, and its dialogs are drawers', async ({ page, app }) => {
    await signIn(app, page, 'person7@example.com')
    await page.goto('/app/account')
    await expect(page.getByRole('heading', { name: 'الحساب', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'تغيير الاسم' }).click()
    await expect(page.getByRole('dialog', { name: 'تغيير اسمك' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/app/account')
    await page.getByRole('button', { name: 'تغيير الاسم' }).click()
    await page.getByRole('button', { name: 'حفظ', exact: true }).click()
    const toasts = page.getByRole('region', { name: /^الإشعارات/ })
    await expect(toasts.getByText('تم حفظ اسمك.')).toBeVisible()
  })
})
