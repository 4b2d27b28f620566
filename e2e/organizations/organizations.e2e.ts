import type { Page } from '@playwright/test'
import { someEmail, type App } from '../support/app.ts'
import { accessibilityProblems, overflow, untilAlive } from '../support/page-health.ts'
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
  await expect(page.locator('header').getByText("Everybody's")).toHaveCount(0)
  await page.goto('/app/organizations')
  await untilAlive(page)
  await expect(page.getByText('You are not a member of any organization yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Harbour Lights')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toBeVisible()
  const address = page.url()

  const email = someEmail('gus')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Role').selectOption('Administrator')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email)
  await isFine(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This user is already invited to the organization.')).toBeVisible()
  await page.keyboard.press('Escape')

  const phone = await browser.newContext({ viewport: PHONE, baseURL: app.url })
  const guest = await phone.newPage()
  await expect.poll(() => linkTo(app, email)).toMatch(/^http/)
  await guest.goto(linkTo(app, email))
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  await untilAlive(guest)
  await guest.getByRole('button', { name: 'Continue with email' }).click()
  await guest.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(email))
  await guest.getByLabel('Name').fill('Gus Guest')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await expect(guest).toHaveURL('/app/organizations')
  await guest.getByRole('button', { name: 'Accept the invitation to Harbour Lights' }).click()
  await expect(guest.getByRole('list', { name: 'Organizations' }).getByText('Administrator')).toBeVisible()
  await isFine(guest)

  const tab = await phone.newPage()
  await tab.goto('/app/repositories')
  await untilAlive(tab)
  await guest.locator('header summary').last().click()
  await guest.getByRole('button', { name: 'Harbour Lights' }).click()
  await guest.waitForLoadState()
  await expect(tab.getByText('You have switched to another organization in the meantime.')).toBeVisible()
  await isFine(tab)
  await tab.reload()
  await expect(tab.locator('header summary').first()).toContainText('Harbour Lights')
  await expect(tab.getByText('You have switched to another organization')).toBeHidden()
  await tab.close()
  await guest.locator('header summary').last().click()
  await expect(guest.getByRole('button', { name: 'Harbour Lights' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto(address)
  await untilAlive(page)
  await page.getByRole('button', { name: 'Change role of Gus Guest' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Member')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('row', { name: 'Gus Guest' })).toContainText('Member')

  await guest.goto(address)
  await untilAlive(guest)
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await guest.getByRole('button', { name: 'Leave' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(guest.getByText('You are not a member of any organization yet.')).toBeVisible()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { level: 1, name: 'Harbour Lights' })).toHaveCount(0)
  await phone.close()

  await page.reload()
  await untilAlive(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/app/organizations')
  await expect(page.getByText('You are not a member of any organization yet.')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/organizations\/[\da-f-]{36}/)
})

test('who comes near a limit is told how much room is left, and at it why there is none', async ({ page, app }) => {
  const email = await aPerson(app, { name: 'Rosa Room' })
  const [made] = await app.sql<{ id: string; userId: string }[]>`
    with made as (insert into organization (name) values ('Harbour Lights') returning id), joined as (
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
  await untilAlive(page)
  const place = page.locator('header summary').first().locator('bdi')
  await expect(place).toHaveText('Harbour Lights')
  expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'is cut').toBe(0)
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByText('980 of 1,000 used: room for 20 more.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await isFine(page)

  await addRepositories(981, 1_000)
  await page.goto('/app/repositories')
  await untilAlive(page)
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByRole('status')).toContainText('1,000 of 1,000 used: there is no room for more.')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await isFine(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()

  await app.sql`
    with made as (insert into organization (name) select 'More' from generate_series(1, 8) returning id)
    insert into member (organization_id, user_id, role) select id, ${userId}::uuid, 'owner' from made`
  await page.goto('/app/organizations?dialog=new')
  await untilAlive(page)
  await expect(dialog.getByText('9 of 10 used: room for 1 more.')).toBeVisible()
  await dialog.getByLabel('Name').fill('verify at https://evil.example')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(dialog.getByText('This name looks like a web or email address.')).toBeVisible()
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
  const switched = 'You have switched to another organization in the meantime.'
  await signIn(app, page, await aPerson(app, { role: 'admin', name: 'Tilda Tabs' }))
  await page.goto('/app/organizations?dialog=new')
  await untilAlive(page)
  await page.getByRole('dialog').getByLabel('Name').fill('Two Tabs')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two Tabs' })).toBeVisible()
  await page.reload()
  const stale = await context.newPage()
  await stale.goto('/app/repositories')
  await untilAlive(stale)
  await page.locator('header summary').first().click()
  await page.getByRole('button', { name: 'Two Tabs' }).click()
  await expect(page.locator('header summary').first()).toContainText('Two Tabs')
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
  await expect(stale.locator('header summary').first()).toContainText('Two Tabs')
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
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plain Works')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plain Works' })).toBeVisible()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Plainer Works')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plainer Works' })).toBeVisible()

    const email = await aPerson(app, { name: 'Gus Guest' })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email)
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('This user is already invited to the organization.')).toBeVisible()
    await page.goto(page.url().replace(/\?.*/, ''))

    await page.locator('header summary').first().click()
    await page.getByRole('button', { name: 'Plainer Works' }).click()
    await expect(page.locator('header summary').first()).toContainText('Plainer Works')

    const other = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
    await signIn(app, other, email)
    const guest = await other.newPage()
    await guest.goto('/app/organizations')
    await guest.getByRole('button', { name: 'Decline the invitation to Plainer Works' }).click()
    await expect(guest.getByText('Invitation declined')).toBeVisible()
    await expect(guest.getByText('You are not a member of any organization yet.')).toBeVisible()
    await other.close()
  })
})

function linkTo(app: App, email: string): string {
  const mail = app.mail.mailsTo(email).find(({ text }) => text?.includes('/invitation?'))
  return /http\S+\/invitation\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link'
}

async function isFine(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
