import { someEmail, type App } from '../support/app.ts'
import { confirmIdentity } from '../support/requested-code.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { expect, signIn, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'
import { callFunction } from '../support/server-function.ts'

/** Calls a server function of the account feature over HTTP, like the browser's client does. */
const call = (visitor: Visitor, name: string, data?: unknown, method: 'GET' | 'POST' = 'POST') =>
  callFunction(visitor, `account.${name}`, data, method)

test('a user changes the email with codes to both addresses, and a link sent to the old address undoes the change', async ({
  page,
  app,
  browser,
}) => {
  const [oldEmail, newEmail] = [await addUserEmail(app), someEmail('new')]
  const other = await browser.newContext({ baseURL: app.url })
  await signIn(app, other, oldEmail)
  await app.sql`delete from throttle`
  await signIn(app, page, oldEmail)
  await app.sql`delete from throttle`
  await page.goto('/app/account')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email').fill(oldEmail)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is already your email')).toBeVisible()
  await dialog.getByLabel('New email').fill(` ${newEmail.toUpperCase()} `)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  expect(app.mail.mailsTo(newEmail)).toHaveLength(0)
  await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(oldEmail, 3))
  await expect(page).toHaveURL(new RegExp(`newEmail=${encodeURIComponent(newEmail)}`))
  await page.reload()
  await expect(dialog.getByText('Email sent', { exact: true })).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(newEmail))
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(newEmail)
  await expect(page).toHaveURL('/app/account')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`\u2068${oldEmail}\u2069 → \u2068${newEmail}\u2069`)).toBeVisible()

  const notice = await app.mail.mailWithSubject(oldEmail, 'Your email address was changed')
  const link = /http\S+/.exec(notice.text ?? '')?.[0] ?? ''
  const undoing = await other.newPage()
  await undoing.goto(link)
  await expect(undoing.getByText(`address will be changed back to \u2068${oldEmail}\u2069`)).toBeVisible()
  expect(await accessibilityProblems(undoing)).toEqual([])
  await undoing.getByRole('button', { name: 'Yes, it was someone else' }).click()
  await expect(undoing.getByText(`Your address is \u2068${oldEmail}\u2069 again.`)).toBeVisible()
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
  expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  await other.close()
})

test('if no code was requested, the dialog for a new email says so and offers to send a code', async ({
  page,
  app,
}) => {
  const [email, newEmail] = [await addUserEmail(app), someEmail('new')]
  await signIn(app, page, email)
  await app.sql`delete from throttle`
  await page.goto(`/app/account?newEmail=${newEmail}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`We haven't sent a code to \u2068${newEmail}\u2069 yet.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send a code', exact: true }).click()
  const present = page.getByRole('dialog', { name: "Confirm it's you" })
  await present.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email, 2))
  await expect(dialog.getByText(`Enter the code we sent to \u2068${newEmail}\u2069.`)).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(newEmail))
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(newEmail)
})

test('a user cannot change the email before they have confirmed the current address with a code', async ({
  visitor,
  app,
}) => {
  const email = await addUserEmail(app)
  await visitor.signIn(email)
  const newEmail = someEmail('new')
  const refused = { status: 403, error: { code: 'SESSION_EXPIRED' } }
  expect(await call(visitor, 'requestEmailChange', { newEmail })).toMatchObject(refused)
  expect(await call(visitor, 'changeEmail', { newEmail, code: '123456' })).toMatchObject(refused)
  expect(app.mail.mailsTo(newEmail)).toHaveLength(0)
})

test('changing the email to an address in use returns the usual response, and sends an email about the existing account', async ({
  visitor,
  app,
}) => {
  const [email, taken, free] = [await addUserEmail(app), await addUserEmail(app), someEmail('free')]
  await visitor.signIn(email)
  await confirmIdentity(app, { visitor, email })
  const answers = []
  for (const newEmail of [taken, free]) {
    const asked = await call(visitor, 'requestEmailChange', { newEmail })
    await expect.poll(() => app.mail.mailsTo(newEmail).length).toBe(1)
    await expect.poll(() => mailState(visitor, newEmail)).toBe('sent')
    const tries = []
    for (const code of ['000001', '000002', '000003', '000004'])
      tries.push((await call(visitor, 'changeEmail', { newEmail, code })).error)
    answers.push({ status: asked.status, result: asked.result, error: asked.error, tries })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.tries.map((error) => error?.code)).toEqual([
    'INVALID_OTP',
    'INVALID_OTP',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_ATTEMPTS',
  ])
  const [notice] = app.mail.mailsTo(taken)
  expect(notice?.subject).toBe('You already have an account')
  expect(notice?.text).not.toMatch(/\d{6}/)
  expect(app.mail.mailsTo(free)[0]?.subject).toBe('Confirm your new email address')
})

test('a code for a new address is valid only for this address, this purpose and this session', async ({
  visitor,
  app,
}) => {
  const [email, newEmail] = [await addUserEmail(app), someEmail('new')]
  await visitor.signIn(email)
  await confirmIdentity(app, { visitor, email })
  await call(visitor, 'requestEmailChange', { newEmail })
  const code = await app.mail.codeFor(newEmail)
  const refused = { error: { code: 'INVALID_OTP' } }
  expect(await call(visitor, 'deleteAccount', { code })).toMatchObject(refused)
  expect(await call(visitor, 'reAuthenticate', { code })).toMatchObject(refused)
  expect(await call(visitor, 'changeEmail', { newEmail: someEmail('else'), code })).toMatchObject(refused)
  expect(await visitor.enterCode(newEmail, code)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } })

  const thief = new Visitor(app)
  const other = await addUserEmail(app)
  await thief.signIn(other)
  await confirmIdentity(app, { visitor: thief, email: other })
  expect(await call(thief, 'changeEmail', { newEmail, code })).toMatchObject(refused)
  expect((await call(visitor, 'changeEmail', { newEmail, code })).error).toBeUndefined()
  expect(await call(visitor, 'changeEmail', { newEmail, code })).toMatchObject({ error: { code: 'SESSION_EXPIRED' } })
})

test('a code for a new address expires after five minutes, by the clock of the database', async ({ visitor, app }) => {
  const [email, newEmail] = [await addUserEmail(app), someEmail('new')]
  await visitor.signIn(email)
  await confirmIdentity(app, { visitor, email })
  await call(visitor, 'requestEmailChange', { newEmail })
  const code = await app.mail.codeFor(newEmail)
  await app.sql`update code_request set created_at = created_at - interval '301 seconds' where purpose = 'change-email'`
  expect(await call(visitor, 'changeEmail', { newEmail, code })).toMatchObject({ error: { code: 'OTP_EXPIRED' } })
})

test.describe('an invalid new email', () => {
  for (const newEmail of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
    '"x"@y',
    `${'a'.repeat(300)}@b.example`,
    'a\u0000@b.example',
    '',
  ])
    test(`the new email ${JSON.stringify(newEmail).slice(0, 40)} is refused`, async ({ visitor, app }) => {
      await visitor.signIn(await addUserEmail(app))
      const before = app.mail.received.length
      const answer = await call(visitor, 'requestEmailChange', { newEmail })
      expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_INPUT' } })
      expect(app.mail.received.length).toBe(before)
    })
})

test.describe('in Arabic on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, locale: 'ar' })

  test('a user changes the email in drawers on a phone, and the emails are in Arabic', async ({ page, app }) => {
    const [oldEmail, newEmail] = [await addUserEmail(app), someEmail('new')]
    await signIn(app, page, oldEmail)
    await app.sql`delete from throttle`
    await page.goto('/app/account')
    await page.getByRole('button', { name: 'تغيير البريد الإلكتروني' }).click()
    await page.getByLabel('البريد الإلكتروني الجديد').fill(newEmail)
    await page.getByRole('button', { name: 'متابعة' }).click()
    const code = page.getByRole('dialog').getByLabel('الرمز', { exact: true })
    await code.fill(await app.mail.codeFor(oldEmail, 2))
    await expect(page.getByText(newEmail)).toBeVisible()
    await code.fill(await app.mail.codeFor(newEmail))
    await expect(page.getByRole('region', { name: 'الملف الشخصي' })).toContainText(newEmail)
    expect(app.mail.mailsTo(newEmail)[0]?.html).toContain('dir="rtl"')
  })
})

async function addUserEmail(app: App): Promise<string> {
  const email = someEmail('person')
  await app.sql`insert into "user" (email, name, email_verified) values (${email}, 'Some Body', true)`
  return email
}

async function mailState(visitor: Visitor, newEmail: string): Promise<unknown> {
  const { result } = await call(visitor, 'findRequestedCode', { newEmail }, 'GET')
  return (result as { mailState?: string } | null)?.mailState
}
