import type { Page } from '@playwright/test'
import { someEmail, type App } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }

test('a user creates an organization and invites another user, who accepts, switches to it and leaves', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  await signIn(app, page, await newUserEmail(app, { name: 'Olga Owner' }))
  await page.goto('/app')
  await expect(page.locator('header').getByText('Shared')).toHaveCount(0)
  await page.goto('/app/organizations')
  const empty = page.getByRole('status').filter({ hasText: "You're not a member of any organization yet." })
  await expect(empty).toContainText('No Data')
  await expect(empty).toContainText('for example')
  await expect(page.getByRole('button', { name: 'New organization' }), 'the only such button').toHaveCount(1)
  await empty.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour Lights')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible()
  await expect(page.locator('header summary').first(), 'the new organization is active').toContainText('Harbour Lights')
  const address = page.url().replace(/\?.*/, '')
  await untilHydrated(page)
  await expect(page.getByRole('status').filter({ hasText: "You're now in Harbour Lights." })).toBeVisible()
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.locator('header summary').first()).toContainText('Shared')
  await expect(page, 'the page is still open after Switch back').toHaveURL(address)
  await expect(page.getByText("You're now in")).toHaveCount(0)
  await untilHydrated(page)

  const email = someEmail('gus')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Role').selectOption('Administrator')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Pending invitations' })).toContainText(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This address has already been invited.')).toBeVisible()
  await page.keyboard.press('Escape')

  const phone = await browser.newContext({ viewport: PHONE, baseURL: app.url })
  const guest = await phone.newPage()
  await expect.poll(() => linkTo(app, email)).toMatch(/^http/)
  await guest.goto(linkTo(app, email))
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  const invitedBy = guest.getByText(/invited you to the organization .Harbour Lights/)
  await expect(invitedBy, 'the sign-in page names the invitation').toBeVisible()
  await expectAccessible(guest)
  await untilHydrated(guest)
  await guest.getByRole('button', { name: 'Continue with email' }).click()
  await expect(guest.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(invitedBy, 'the verify page names the invitation too').toBeVisible()
  await guest.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await guest.getByLabel('Name').fill('Gus Guest')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await expect(guest).toHaveURL(/\/app\/organizations\?invitation=/)
  const invitation = guest.getByRole('main')
  await expect(invitation.getByRole('heading', { level: 1 })).toHaveText('Join Harbour Lights')
  await expect(invitation).toContainText(/.Olga Owner. invited you to the organization .Harbour Lights/)
  await expect(invitation.getByRole('button'), 'the only button').toHaveText('Accept')
  await expectAccessible(guest)
  await untilHydrated(guest)
  await invitation.getByRole('button').click()
  await expect(guest, 'accepting opens the organization').toHaveURL(`${address}?from=shared`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible()
  await expect(guest.getByRole('main').getByText('Administrator').first()).toBeVisible()
  await expectAccessible(guest)
  await untilHydrated(guest)

  const tab = await phone.newPage()
  await tab.goto('/app/repositories')
  await guest.locator('header summary').last().click()
  await expect(guest.getByRole('button', { name: 'Harbour Lights', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await guest.getByRole('button', { name: 'Shared' }).click()
  await guest.waitForLoadState()
  await expect(tab.getByText('You switched to another organization in another tab.')).toBeVisible()
  await expectAccessible(tab)
  await tab.reload()
  await expect(tab.locator('header summary').first()).toContainText('Shared')
  await expect(tab.getByText('You switched to another organization')).toBeHidden()
  await tab.close()

  await page.goto(address)
  const role = page.getByLabel('Change role: Gus Guest')
  await expect(role).toHaveValue('admin')
  await role.selectOption('Member')
  await expect(page.getByText('The role was saved.')).toBeVisible()
  await page.reload()
  await expect(role).toHaveValue('member')
  await expect(page.getByLabel('Change role: Olga Owner'), 'owners cannot change their own role').toHaveCount(0)

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveTitle('History · Harbour Lights · Latchkey')
  await expect(page.getByRole('listitem').filter({ hasText: 'role was changed' })).toContainText(
    /Gus Guest.*Role in the organization: .?Administrator.? → .?Member.*by .?Olga Owner/s,
  )
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').last()).toContainText(
    'Olga Owner\u2069 created the organization',
  )
  await expectAccessible(page)

  await guest.goto(`${address}/history`)
  await expect(guest, 'a member cannot see the history').toHaveTitle(/^You don't have access to this page/)
  await guest.goto(address)
  await expect(guest.getByRole('link', { name: 'History' })).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(guest, 'the title contains the organization').toHaveTitle('Members · Harbour Lights · Latchkey')
  await openSettings(guest)
  await expect(guest.getByRole('textbox', { name: 'Name' }), 'a member cannot rename the organization').toHaveCount(0)
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Leave' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(guest.getByText("You're not a member of any organization yet.")).toBeVisible()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toHaveCount(0)
  await phone.close()

  await page.goto('/app/organizations')
  await page.getByRole('link', { name: 'Harbour Lights' }).click()
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('definition')).toHaveText(['0', '1', '0'])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText("This isn't the organization's name")).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox').fill(' Harbour  Lights')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/app/organizations')
  await expect(page.getByText("You're not a member of any organization yet.")).toBeVisible()
})

test('after one tab has switched the organization, the other tab shows a notice on all pages', async ({
  page,
  app,
  context,
}) => {
  const switched = 'You switched to another organization in another tab.'
  await signIn(app, page, await newUserEmail(app, { role: 'admin', name: 'Tilda Tabs' }))
  await page.goto('/app/organizations?dialog=new')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Two Tabs')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two Tabs' })).toBeVisible()
  const stale = await context.newPage()
  await stale.goto('/app/repositories')
  await page.locator('header summary').first().click()
  await page.getByRole('button', { name: 'Shared' }).click()
  await expect(page.locator('header summary').first()).toContainText('Shared')
  await expect(stale.getByText(switched)).toBeVisible()

  await stale.bringToFront()
  await stale.keyboard.press('g')
  await stale.keyboard.press('u')
  await expect(stale).toHaveURL('/manager/users')
  await stale.getByRole('link', { name: 'User area' }).click()
  await expect(stale).toHaveURL('/app')
  await expect(stale.getByText(switched)).toBeVisible()
  await expect(page.getByText(switched)).toBeHidden()
  await stale.reload()
  await expect(stale.locator('header summary').first()).toContainText('Shared')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a user creates, renames and opens an organization, and an invited user declines', async ({
    page,
    app,
    browser,
  }) => {
    await signIn(app, page, await newUserEmail(app, { name: 'Olga Owner' }))
    await page.goto('/app/organizations?dialog=new')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plain Works')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plain Works' })).toBeVisible()
    const place = page.locator('header summary').first()
    await expect(page.getByText("You're now in Plain Works.")).toBeVisible()
    await page.getByRole('button', { name: 'Switch back' }).click()
    await expect(place).toContainText('Shared')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plainer Works')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plainer Works' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Plainer Works' })
    await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('button', { name: 'Repositories' }).click()
    await expect(page, 'the tab of repositories switches to the organization').toHaveURL('/app/repositories')
    await expect(page).toHaveTitle('Repositories · Plainer Works · Latchkey')
    await expect(place).toContainText('Plainer Works')
    await expect(tabs.getByRole('link', { name: 'Repositories' })).toHaveAttribute('aria-current', 'page')
    await place.click()
    await page.getByRole('button', { name: 'Shared' }).click()
    await expect(page, 'the title of shared repositories contains no organization').toHaveTitle(
      'Repositories · Latchkey',
    )
    await expect(tabs).toHaveCount(0)
    await page.goto('/app/organizations')
    await page.getByRole('link', { name: 'Plainer Works' }).click()

    const email = await newUserEmail(app, { name: 'Gus Guest' })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('region', { name: 'Pending invitations' })).toContainText(email)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('This address has already been invited.')).toBeVisible()
    await page.goto(page.url().replace(/\?.*/, ''))
    await page.getByRole('button', { name: 'Send again to' }).click()
    await expect(page.getByText('The invitation was sent.')).toBeVisible()

    const other = await newUserEmail(app, { name: 'Mia Member' })
    await app.sql`
      insert into member (organization_id, user_id, role)
      select organization.id, "user".id, 'member' from organization, "user" where organization.name = 'Plainer Works' and email = ${other}`
    await page.reload()
    await page.getByRole('combobox', { name: 'Change role: Mia Member' }).selectOption('Administrator')
    await page.getByRole('button', { name: 'Change role: Mia Member' }).click()
    await expect(page.getByText('The role was saved.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Change role: Mia Member' })).toHaveValue('admin')

    for (const name of ['Plainer Works', 'Shared']) {
      await place.click()
      await page.getByRole('button', { name }).click()
      await expect(place).toContainText(name)
    }

    const elsewhere = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
    await signIn(app, elsewhere, email)
    const guest = await elsewhere.newPage()
    await guest.goto(linkTo(app, email))
    await expect(guest.getByRole('heading', { level: 1, name: 'Join Plainer Works' })).toBeVisible()
    await expect(guest.getByRole('main').getByRole('button')).toHaveText('Accept')
    await guest.getByRole('link', { name: 'Not now' }).click()
    await guest.getByRole('button', { name: 'Decline the invitation to Plainer Works' }).click()
    await expect(guest.getByText('The invitation was declined.')).toBeVisible()
    await expect(guest.getByText("You're not a member of any organization yet.")).toBeVisible()
    await elsewhere.close()

    await page.goto('/app/organizations')
    await page.getByRole('link', { name: 'Plainer Works' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Plain Works')
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await expect(page.getByText("This isn't the organization's name")).toBeVisible()
    await page.getByRole('dialog').getByRole('textbox').fill('Plainer Works')
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await expect(page.getByText('Plainer Works was deleted.')).toBeVisible()
  })
})

async function openSettings(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
}

function linkTo(app: App, email: string): string {
  const mail = app.mail.mailsTo(email).find(({ text }) => text?.includes('/invitation?'))
  return /http\S+\/invitation\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link'
}

async function expectAccessible(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}
