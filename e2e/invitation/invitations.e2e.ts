import type { Page } from '@playwright/test'
import { someEmail, type App } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const PHONE = { width: 390, height: 844 }
const ar = textsOf('ar')

test('an administrator invites a user in Arabic, who follows the link on a phone, signs in and confirms the name', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  const email = someEmail('amal')
  await signIn(app, page, await newUserEmail(app, { role: 'admin', name: 'Chief Inviter' }))
  await page.goto('/manager/users/new?invitation=en')
  await expect(page.getByLabel('Invitation email')).toHaveValue('en')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Amal Invited')
  await page.getByLabel('Invitation email').selectOption('العربية')
  await page.getByRole('button', { name: 'Add user' }).click()

  await expect(page).toHaveURL(/\/manager\/users\/[\da-f-]{36}$/)
  const card = page.getByRole('region', { name: 'Invitation' })
  await expect(card.getByText('Email sent')).toBeVisible()
  await expect(card.getByText('Chief Inviter')).toBeVisible()
  await expect(card.getByText('العربية')).toBeVisible()
  await expect(page.locator('main header').getByText('Invited', { exact: true })).toBeVisible()
  await page.goto('/manager/users?status=invited')
  await expect(page.getByRole('row', { name: 'Amal Invited' })).toContainText('Invited')

  const phone = await browser.newContext({ viewport: PHONE, baseURL: app.url })
  const guest = await phone.newPage()
  await guest.goto(linkTo(app, email))
  await expect(guest.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(guest.getByLabel(ar.login.email)).toHaveValue(email)
  await guest.getByRole('button', { name: ar.login.continueWithEmail }).click()
  await guest.getByLabel(ar.login.verify.code, { exact: true }).fill(await app.mail.codeFor(email))
  await expect(guest.getByRole('heading', { name: ar.onboarding.heading })).toBeVisible()
  await expect(guest.getByLabel(ar.onboarding.name)).toHaveValue('Amal Invited')
  await guest.getByLabel(ar.onboarding.name).fill('أمل')
  await guest.getByRole('button', { name: ar.common.continue }).click()
  await expect(guest.getByRole('heading', { name: ar.onboarding.heading })).toBeHidden()
  await expect(guest).toHaveURL('/app')
  await guest.reload()
  await expect(guest.getByRole('heading', { name: ar.onboarding.heading })).toBeHidden()
  await phone.close()

  const later = await (await browser.newContext({ viewport: PHONE, baseURL: app.url })).newPage()
  await later.goto(linkTo(app, email))
  await expect(later.getByRole('heading', { name: ar.invitation.used.heading })).toBeVisible()
  await expectAccessible(later)
  await later.getByRole('link', { name: ar.invitation.toLogin }).click()
  await expect(later.getByLabel(ar.login.email)).toHaveValue('')

  await page.goto('/manager/users?searchTerm=' + encodeURIComponent(email))
  await page.getByRole('link', { name: 'أمل' }).click()
  await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invitation' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'History' }).getByText(/accepted the invitation/)).toBeVisible()
})

test('an invitation is sent again up to the daily limit, and withdrawing it deletes the invited user', async ({
  page,
  app,
}) => {
  await signIn(app, page, await newUserEmail(app, { role: 'admin', name: 'Chief Inviter' }))
  const email = someEmail('again')
  await page.goto('/manager/users/new?invitation=fr')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ola Again')
  await page.getByRole('button', { name: 'Add user' }).click()
  const question = page.getByRole('dialog')
  for (const again of [1, 2]) {
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(question.getByLabel('Language')).toHaveValue('fr')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(question).toBeHidden()
    await expect.poll(() => app.mail.mailsTo(email).length).toBe(1 + again)
  }
  await page.getByRole('button', { name: 'Send again' }).click()
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(question.getByText('has been reached')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(question).toContainText('the account will be deleted too')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(page).toHaveURL('/manager/users')
  await expect(page.getByText('The invitation for Ola Again was withdrawn.')).toBeVisible()
  expect(await app.sql`select from "user" where email = ${email}`).toHaveLength(0)
})

/** Returns the link in the newest invitation to an address. */
function linkTo(app: App, email: string): string {
  const mail = app.mail.mailsTo(email).find(({ text }) => text?.includes('/invitation?'))
  return /http\S+\/invitation\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link'
}

async function expectAccessible(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}
