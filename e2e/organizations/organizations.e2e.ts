import type { Page } from '@playwright/test'
import { someEmail, type App } from '../support/app.ts'
import { accessibilityProblems, overflow, untilHydrated } from '../support/page-health.ts'
import { aPerson } from '../support/people.ts'
import { expect, signIn, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }

test('somebody makes an organization, invites another person, who comes by the mail, switches to it and leaves', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  await signIn(app, page, await aPerson(app, { name: 'Olga Owner' }))
  await page.goto('/app')
  await expect(page.locator('header').getByText('Shared')).toHaveCount(0)
  await page.goto('/app/organizations')
  await untilHydrated(page)
  await expect(page.getByText("You're not a member of any organization yet.")).toBeVisible()
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Harbour Lights')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible()
  await expect(page.locator('header summary').first(), 'who makes one is in it').toContainText('Harbour Lights')
  const address = page.url().replace(/\?.*/, '')
  await untilHydrated(page)
  await expect(page.getByRole('status').filter({ hasText: "You're now in Harbour Lights." })).toBeVisible()
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.locator('header summary').first()).toContainText('Shared')
  await expect(page, 'undone, the page stays').toHaveURL(address)
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
  await isFine(page)
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
  await isFine(guest)
  await untilHydrated(guest)
  await guest.getByRole('button', { name: 'Continue with email' }).click()
  await expect(guest.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(invitedBy, 'and so does the page for the code').toBeVisible()
  await guest.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await guest.getByLabel('Name').fill('Gus Guest')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await expect(guest).toHaveURL('/app/organizations')
  await guest.getByRole('button', { name: 'Accept the invitation to Harbour Lights' }).click()
  await expect(guest, 'who joins one is in it').toHaveURL(`${address}?from=shared`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible()
  await expect(guest.getByRole('main').getByText('Administrator').first()).toBeVisible()
  await isFine(guest)
  await untilHydrated(guest)

  const tab = await phone.newPage()
  await tab.goto('/app/repositories')
  await untilHydrated(tab)
  await guest.locator('header summary').last().click()
  await expect(guest.getByRole('button', { name: 'Harbour Lights', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await guest.getByRole('button', { name: 'Shared' }).click()
  await guest.waitForLoadState()
  await expect(tab.getByText('You switched to another organization in another tab.')).toBeVisible()
  await isFine(tab)
  await tab.reload()
  await expect(tab.locator('header summary').first()).toContainText('Shared')
  await expect(tab.getByText('You switched to another organization')).toBeHidden()
  await tab.close()

  await page.goto(address)
  await untilHydrated(page)
  const role = page.getByLabel('Change role: Gus Guest')
  await expect(role).toHaveValue('admin')
  await role.selectOption('Member')
  await expect(page.getByText('The role was saved.')).toBeVisible()
  await page.reload()
  await untilHydrated(page)
  await expect(role).toHaveValue('member')
  await expect(page.getByLabel('Change role: Olga Owner'), 'nobody takes rights from themselves').toHaveCount(0)

  await guest.goto(address)
  await untilHydrated(guest)
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await choose(guest, 'Harbour Lights', 'Leave')
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(guest.getByText("You're not a member of any organization yet.")).toBeVisible()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toHaveCount(0)
  await phone.close()

  await page.goto('/app/organizations')
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Harbour Lights' }).click()
  await choose(page, 'Harbour Lights', 'Delete')
  await expect(page.getByRole('dialog').getByRole('definition')).toHaveText(['0', '1', '0'])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText("This isn't the organization's name")).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox').fill(' Harbour  Lights')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/app/organizations')
  await expect(page.getByText("You're not a member of any organization yet.")).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/organizations\/[\da-f-]{36}/)
})

test('a user near a limit sees how much room is left, and at the limit why there is none', async ({ page, app }) => {
  const email = await aPerson(app, { name: 'Rosa Room' })
  const [made] = await app.sql<{ id: string; userId: string }[]>`
    with made as (insert into organization (name) values ('Harbour Lights and Analytical Engines') returning id), joined as (
      insert into member (organization_id, user_id, role) select made.id, "user".id, 'owner' from made, "user" where email = ${email}
    ) select made.id, "user".id as "userId" from made, "user" where email = ${email}`
  const { id = '', userId = '' } = made ?? {}
  const addRepositories = (from: number, to: number) => app.sql`
    insert into repository (name, link, organization_id)
    select 'Room ' || nr, 'https://git.example.com/' || nr, ${id}::uuid from generate_series(${from}::int, ${to}::int) as nr`
  await addRepositories(1, 980)
  await signIn(app, page, email)
  await app.sql`update session set active_organization_id = ${id} where user_id = ${userId}`
  const dialog = page.getByRole('dialog')
  await page.goto('/app/repositories?searchTerm=Room')
  await untilHydrated(page)
  const place = page.locator('header summary').first().locator('bdi')
  await expect(place).toHaveText('Harbour Lights and Analytical Engines')
  expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'is cut').toBe(0)
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByText('980 of 1,000 used. You can add 20 more.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await isFine(page)

  await addRepositories(981, 1_000)
  await page.goto('/app/repositories')
  await untilHydrated(page)
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByRole('status')).toContainText('1,000 of 1,000 used. Remove one to add another.')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await isFine(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()

  await app.sql`
    with made as (insert into organization (name) select 'More' from generate_series(1, 8) returning id)
    insert into member (organization_id, user_id, role) select id, ${userId}::uuid, 'owner' from made`
  await page.goto('/app/organizations?dialog=new')
  await untilHydrated(page)
  await expect(dialog.getByText('9 of 10 used. You can add 1 more.')).toBeVisible()
  await dialog.getByLabel('Name').fill('verify at https://evil.example')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(dialog.getByText('This name looks like a web or email address:')).toBeVisible()
  await dialog.getByLabel('Name').fill('The tenth')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The tenth' })).toBeVisible()
  await page.goto('/app/organizations?dialog=new')
  await expect(dialog.getByRole('status')).toContainText('10 of 10 used')
})

test('a tab that shows another organization says so wherever it goes, and tells no tab that it is the newest', async ({
  page,
  app,
  context,
}) => {
  const switched = 'You switched to another organization in another tab.'
  await signIn(app, page, await aPerson(app, { role: 'admin', name: 'Tilda Tabs' }))
  await page.goto('/app/organizations?dialog=new')
  await untilHydrated(page)
  await page.getByRole('dialog').getByLabel('Name').fill('Two Tabs')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two Tabs' })).toBeVisible()
  const stale = await context.newPage()
  await stale.goto('/app/repositories')
  await untilHydrated(stale)
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

  test('an organization is made, renamed and switched to, and somebody invited, who declines', async ({
    page,
    app,
    browser,
  }) => {
    await signIn(app, page, await aPerson(app, { name: 'Olga Owner' }))
    await page.goto('/app/organizations?dialog=new')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByText('Enter a name')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plain Works')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plain Works' })).toBeVisible()
    const place = page.locator('header summary').first()
    await expect(page.getByText("You're now in Plain Works.")).toBeVisible()
    await page.getByRole('button', { name: 'Switch back' }).click()
    await expect(place).toContainText('Shared')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plainer Works')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plainer Works' })).toBeVisible()

    const email = await aPerson(app, { name: 'Gus Guest' })
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

    const other = await aPerson(app, { name: 'Mia Member' })
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
    await guest.goto('/app/organizations')
    await guest.getByRole('button', { name: 'Decline the invitation to Plainer Works' }).click()
    await expect(guest.getByText('The invitation was declined.')).toBeVisible()
    await expect(guest.getByText("You're not a member of any organization yet.")).toBeVisible()
    await elsewhere.close()

    await page.goto('/app/organizations')
    await page.getByRole('link', { name: 'Plainer Works' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('textbox').fill('Plain Works')
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await expect(page.getByText("This isn't the organization's name")).toBeVisible()
    await page.getByRole('textbox').fill('Plainer Works')
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await expect(page.getByText('Plainer Works was deleted.')).toBeVisible()
  })
})

/** Chooses an action from the menu of an organization or a member. */
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

function linkTo(app: App, email: string): string {
  const mail = app.mail.mailsTo(email).find(({ text }) => text?.includes('/invitation?'))
  return /http\S+\/invitation\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link'
}

async function isFine(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
