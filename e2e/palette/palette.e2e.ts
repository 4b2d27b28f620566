import type { Page } from '@playwright/test'
import { enter, rowsOf, someName } from '../support/lists.ts'
import { someEmail } from '../support/app.ts'
import { addOnboardedUser } from '../support/login-pages.ts'
import { untilHydrated } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { expectTrail } from '../support/trail.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { account, common, palette, repositories, users } = textsOf('en')

test('the shortcut of the command palette works if it is pressed at the moment of hydration', async ({ page, app }) => {
  await page.addInitScript(() =>
    addEventListener('page-hydrated', () =>
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true })),
    ),
  )
  await enter(app, page, 'admin', '/manager/users')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
})

test('a user opens a page and signs out with the command palette, by keyboard only', async ({ page, app }) => {
  await enter(app, page, 'user', '/app')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type(account.title)
  await page.keyboard.press('Enter')
  await expectHeading(page, account.title)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(common.signOut)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('keyboard shortcuts open pages, the search and a new entry, but not while the user types', async ({
  page,
  app,
}) => {
  const { name } = await addRepository(app)
  await enter(app, page, 'admin', '/manager/repositories')
  // A link that is followed before hydration loads a new document, whose heading doesn't get the focus.
  await untilHydrated(page)
  await page.getByRole('link', { name, exact: true }).click()
  await expectHeading(page, name)
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/manager/users')
  await expectHeading(page, users.title)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gd?n')
  await expect(page).toHaveURL('/manager/users?searchTerm=gd%3Fn')
  const places = page.getByRole('link', { name: common.nav.users, exact: true })
  await expect(places, 'whatever the query').toHaveAttribute('aria-current', 'page')
  await places.focus()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/manager/users/new')

  await page.getByRole('button', { name: 'Ctrl K' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const recent = page.getByRole('group', { name: palette.recent }).getByRole('option')
  await expect(recent).toHaveText([name])
  await page.keyboard.type(palette.shortcuts)
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: palette.shortcuts })
  await expect(help).toContainText(palette.searchHere)
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox'), 'while single keys are turned off').toBeFocused()
  await expect(help).toBeHidden()
})

test('the command palette acts on the selected rows, or on the page that is open', async ({ page, app }) => {
  const { bulk, user } = textsOf('en')
  const name = someName()
  await addUser(app, { name })
  await enter(app, page, 'admin', `/manager/users?searchTerm=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.keyboard.press('Control+k')
  const combobox = page.getByRole('dialog').getByRole('combobox')
  await expect(combobox).toBeFocused()
  const chosen = page.getByRole('group').first()
  await expect(chosen).toHaveAccessibleName('1 selected')
  await expect(chosen.getByRole('option', { name: bulk.actions['user-ban'], exact: true })).toBeVisible()
  await page.keyboard.type(bulk.actions['user-end-sessions'])
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: common.areYouSure })
  await expect(question).toContainText('End all sessions of 1 user')
  await expect(question.getByRole('button', { name: common.cancel })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: bulk.actions['user-end-sessions'] }), 'gets the focus').toBeFocused()

  await page.getByRole('link', { name }).click()
  await expectHeading(page, name)
  await page.keyboard.press('Control+k')
  await expect(combobox).toBeFocused()
  await page.keyboard.type(user.ban.action)
  await expect(page.getByRole('group', { name: palette.here }).getByRole('option')).toHaveText(user.ban.action)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(name)
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveCount(0)
})

test('the command palette keeps the focus if it replaces another dialog', ONLY_IN_FULL_RUN, async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/users')
  const field = page.getByRole('dialog').getByRole('combobox')
  const help = page.getByRole('dialog', { name: palette.shortcuts })
  for (const isLoaded of [false, true]) {
    await page.keyboard.press('?')
    await expect(help).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field, `the palette was ${isLoaded ? '' : 'not '}opened before`).toBeFocused()
    await expect(help).toBeHidden()
    await page.keyboard.type('a')
    await expect(field).toHaveValue('a')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
  }
})

test('the command palette opens a form over the list, and closing the form shows the list', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/dashboard')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type(repositories.new)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: repositories.name, exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectTrail(page, '/manager/dashboard', '>/manager/repositories')
})

test(
  'the command palette does not open if its texts cannot be loaded, and an error is shown',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    await enter(app, page, 'admin', '/manager/dashboard')
    await page.waitForLoadState('networkidle')
    await untilHydrated(page)
    await page.route(/\/palette\.json$/, (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('Control+k')
    await expect(page.getByText(common.pages['503'].title)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.unrouteAll()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
)

test(
  'a lookup that the server refuses because of a sign-out does not change the redirect of the sign-out',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    await signIn(app, page, await addOnboardedUser(app, someEmail()))
    await page.goto('/app/account')
    const ended = Promise.withResolvers<void>()
    await page.route('**/api/palette.findEverywhere*', async (route) => {
      await ended.promise
      await route.continue()
    })
    await page.route('**/api/auth/sign-out', async (route) => {
      const response = await route.fetch()
      ended.resolve()
      // Gives the server time to refuse the lookup before the browser receives the response to the sign-out.
      await new Promise((waited) => setTimeout(waited, 1_000))
      await route.fulfill({ response })
    })
    const palette = page.getByRole('combobox')
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeFocused({ timeout: 2_000 })
    }).toPass()
    const asked = page.waitForRequest('**/api/palette.findEverywhere*')
    await palette.fill(common.signOut)
    await asked
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login/)
    await expect(page).toHaveURL('/login')
  },
)

test('j and k open the next and previous entry of the list that the user came from', async ({ page, app }) => {
  const term = someName()
  const [first, last] = [`${term}-a`, `${term}-b`]
  for (const name of [first, last]) await addRepository(app, { name })
  await enter(app, page, 'user', `/app/repositories?searchTerm=${term}&sort=name`)
  await rowsOf(page).first().locator('.row-link').click()
  await expectHeading(page, first)
  await page.locator('main a[rel=next]').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page, 'the second key of a sequence is not a shortcut of its own').not.toHaveURL(new RegExp(last))
  await page.keyboard.press('j')
  await expectHeading(page, last)
  await page.locator('main a[rel=prev]').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expectHeading(page, first)
})

test('the command palette opens the form for an invitation', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/users')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(palette.inviteUser)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/manager/users/new?invitation=en')
})

test('recent entries are hidden in another organization and deleted when the user signs out', async ({ page, app }) => {
  const { name } = await addRepository(app)
  const email = await addOnboardedUser(app, someEmail())
  await signIn(app, page, email)
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const openRepository = async () => {
    await page.goto(`/app/repositories?searchTerm=${name}`)
    await page.getByRole('link', { name, exact: true }).click()
    await expect.poll(kept).toContain(name)
  }
  await openRepository()
  const [organization] = await app.sql<{ id: string }[]>`
    with made as (insert into organization (name) values ('Other') returning id)
    insert into member (organization_id, user_id, role)
    select made.id, "user".id, 'owner' from made, "user" where email = ${email} returning organization_id as id`
  const switchTo = (active: string | null) => app.sql`
    update session set active_organization_id = ${active}
    where user_id = (select id from "user" where email = ${email})`
  await switchTo(organization?.id ?? '')
  await page.goto('/app')
  await expect.poll(kept).not.toContain(name)

  await switchTo(null)
  await openRepository()
  await page.goto('/app')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(common.signOut)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(await kept()).not.toContain(name)
})

/** Expects the heading of the page to have the focus, and the title to be announced. */
async function expectHeading(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await expect(page.locator('[aria-live=assertive]')).toHaveText(await page.title())
}
