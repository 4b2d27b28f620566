import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { anotherVisitor, expect, signInToSandbox, test } from '../support/sandbox.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const ar = textsOf('ar')

test('a visitor of a sandbox invites a user and follows the link in the inbox; no other visitor sees the email', async ({
  app,
  page,
  browser,
}) => {
  await signInToSandbox(page, 'en')
  await page.goto('/manager/users/new?invitation=ar')
  await page.getByLabel('Email', { exact: true }).fill('amal@example.org')
  await page.getByRole('textbox', { name: 'Name' }).fill('Amal Invited')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByRole('region', { name: 'Invitation' }).getByText('Email sent')).toBeVisible()

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'View demo emails' }).click()
  const inbox = await opened
  await expect(inbox.getByRole('heading', { level: 1 })).toHaveText('Demo inbox')
  const mail = inbox.getByRole('listitem').filter({ hasText: 'amal@example.org' })
  const link = await mail.getByRole('link', { name: 'Open the link in this email' }).getAttribute('href')
  await inbox.goto(link ?? '')
  await inbox.getByRole('button', { name: ar.common.signOut }).click()
  await expect(inbox).toHaveURL(/\/login/)
  await inbox.goto(link ?? '')
  await expect(inbox.getByLabel(ar.login.email)).toHaveValue('amal@example.org')
  await inbox.getByRole('button', { name: ar.login.continueWithEmail }).click()
  const code = await inbox.locator('output').textContent()
  await untilHydrated(inbox)
  await inbox.locator('input[autocomplete=one-time-code]').fill(code ?? '')
  await expect(inbox.getByLabel(ar.onboarding.name)).toHaveValue('Amal Invited')

  const other = await anotherVisitor(browser, app, 'ar')
  await other.goto('/dev/inbox')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(ar.inbox.sandboxTitle)
  await untilHydrated(other)
  await expect(other.getByText('amal@example.org')).toBeHidden()
  expect(await horizontalOverflow(other)).toBe(0)
  expect(await accessibilityProblems(other)).toEqual([])
  await other.context().close()
})

test(
  'a visitor of a sandbox changes the email with codes that dialogs show, and can open the inbox while signed out',
  ONLY_IN_FULL_RUN,
  async ({ page }) => {
    await signInToSandbox(page, 'en')
    await page.goto('/manager/account')
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New email').fill('moved@example.org')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
    await dialog.getByLabel('Code', { exact: true }).fill((await dialog.locator('output').textContent()) ?? '')
    await expect(page).toHaveURL(/newEmail=moved/)
    await dialog.getByLabel('Code', { exact: true }).fill((await dialog.locator('output').textContent()) ?? '')
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText('moved@example.org')
    await page.context().clearCookies({ name: 'latchkey.session_token' })
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'View demo emails' })).toBeVisible()
  },
)

test('open pages of a sandbox show when it has expired', ONLY_IN_FULL_RUN, async ({ page }) => {
  await signInToSandbox(page, 'en')
  await page.clock.install()
  await page.goto('/manager/users/new')
  await page.clock.fastForward('01:00:01')
  await expect(page.getByRole('complementary', { name: textsOf('en').demo.sandboxOver })).toBeVisible()
  await page.getByRole('link', { name: 'Start a new one' }).click()
  await expect(page).toHaveURL(/\/(login|manager)/)
})

test('the read-only demo, which all visitors share, has no inbox', async ({ app }) => {
  const visitor = new Visitor(app)
  expect((await visitor.get('/dev/inbox')).status).toBe(404)
  expect(await app.sql`select id from sandbox_mail`).toEqual([])
})
