import { addUser, addVisitor } from '../support/users.ts'
import { chooseAction, enter } from '../support/lists.ts'
import { expect, signIn, test } from '../support/test.ts'

test('an administrator bans a user with a reason and a last day, and lifts the ban', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin', name: 'Chief Banner' })
  const user = await addVisitor(app, { name: 'Bo Banned' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  await expect(page).toHaveTitle('Bo Banned · Latchkey')
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Banned' })).toBeVisible()

  await chooseAction(page, 'Ban')
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question.getByLabel('Reason')).toBeFocused()
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(question.getByText('Reason is required')).toBeVisible()
  await question.getByLabel('Reason').fill('Sold <b>spam</b>')
  await question.getByLabel('Last day').fill('2001-01-01')
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(question.getByText('Pick today or a later day')).toBeVisible()
  await question.getByLabel('Last day').fill('2999-12-31')
  await question.getByRole('button', { name: 'Ban' }).click()

  await expect(question).toBeHidden()
  await expect(page.getByText('Bo Banned is banned.')).toBeVisible()
  const profile = page.getByRole('region', { name: 'Details' })
  await expect(profile.getByText('December 31, 2999')).toBeVisible()
  await expect(page.locator('main header').getByText('Banned', { exact: true })).toBeVisible()
  await expect(profile.getByText('Sold <b>spam</b>')).toBeVisible()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText(/Bo Banned.? was banned/)).toBeVisible()
  await expect(history.getByText(/by .?Chief Banner/)).toBeVisible()
  await expect(history.getByText(/^Banned until: .December 31, 2999/)).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete user'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Lift the ban' }).click()
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Lift the ban' }).click()
  await question.getByRole('button', { name: 'Lift the ban' }).click()
  await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Act as this user', 'Ban', 'Delete user'])
})

test('an administrator ends one session of a user, and then all of them', async ({ page, app, visitor }) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addVisitor(app, { name: 'Ona Everywhere' })
  await app.sql`delete from throttle`
  await visitor.signIn(user.email)
  await app.sql`update session set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' where user_id = ${user.id}`
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('Firefox on Linux').first()).toBeVisible()
  await sessions.getByRole('button', { name: 'End session:' }).first().click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(sessions.getByText('Not signed in anywhere.')).toBeVisible()
  expect((await user.visitor.get('/app')).status).toBe(302)
  expect((await visitor.get('/app')).status).toBe(302)
})

test('deleting a user asks for confirmation, and afterwards the user’s page returns 404', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Gone Soon' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  await chooseAction(page, 'Delete user')
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question.getByText('This deletes the account')).toBeVisible()
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expect(page).toHaveURL(/\/manager\/users$/)
  await expect(page.getByText('Gone Soon was deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Gone Soon' })).toBeHidden()
  const response = await page.goto(`/manager/users/${user.id}`)
  expect(response?.status()).toBe(404)
})

test('an administrator’s page about themselves has no actions that would lock them out', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin', name: 'Own Self' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${chief.id}`)
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  for (const name of [/^Actions for/, 'End all sessions', 'End all other sessions'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(new RegExp(`/manager/users/${chief.id}/update$`))
})

test('a failed ban shows the reason, keeps the input, and can be tried again', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Kept Typed' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  await chooseAction(page, 'Ban')
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByLabel('Reason').fill('a long story')
  await page.route('**/api/user-detail.banUser*', (route) => route.abort())
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(question.getByText("The server couldn't be reached")).toBeVisible()
  await expect(question.getByLabel('Reason')).toHaveValue('a long story')
  await page.unroute('**/api/user-detail.banUser*')
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByText('Kept Typed is banned.')).toBeVisible()
})

test('the long history of a user is loaded page by page', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Long Lived' })
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    select 'signed-in', ${user.id}, 'Long Lived', ${user.id}, 'Long Lived' from generate_series(1, 45)`
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  const history = page.getByRole('region', { name: 'History' })
  const more = history.getByRole('button', { name: 'Show earlier activity' })
  for (const count of [20, 40, 45]) {
    await expect(history.getByRole('listitem')).toHaveCount(count)
    if (count < 45) await more.click()
  }
  await expect(more).toBeHidden()
})

test('the page of a user is complete in the first HTML and sends no further requests', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addVisitor(app, { name: 'All There' })
  await signIn(app, page, chief.email)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/manager/users/${user.id}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  expect(asked.filter((path) => path.startsWith('/api/user'))).toEqual([])
})

for (const language of ['en', 'ar'] as const)
  test.describe(`on a phone, in ${language}`, () => {
    test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, locale: language })

    test('the dialog of a ban is a drawer, and the page is not wider than the screen', async ({ page, app }) => {
      const chief = await addUser(app, { role: 'admin' })
      const user = await addVisitor(app, { name: 'A Rather Long Name That Goes On And On' })
      await signIn(app, page, chief.email)
      await page.goto(`/manager/users/${user.id}`)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(375)
      await chooseAction(page, language === 'ar' ? 'حظر' : 'Ban')
      const question = page.getByRole('dialog')
      await question.getByRole('textbox').first().fill('spam')
      await question.getByRole('button', { name: language === 'ar' ? 'حظر' : 'Ban', exact: true }).click()
      await expect(question).toBeHidden()
      await expect(page.getByText(language === 'ar' ? 'محظور' : 'Banned', { exact: true })).toBeVisible()
      const [banned] = await app.sql`select banned, ban_reason from "user" where id = ${user.id}`
      expect(banned).toEqual({ banned: true, ban_reason: 'spam' })
    })
  })

test('the page of a user who has never signed in shows their invitation, but no sessions and passkeys', async ({
  page,
  app,
}) => {
  const chief = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Nia Never' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users/${user.id}`)
  const invitation = page.getByRole('region', { name: 'Invitation' })
  await expect(invitation).toContainText("hasn't been invited and has never signed in")
  await invitation.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await expect(invitation).toContainText('Nia Never has never signed in.')
  await expect(invitation.getByRole('button', { name: 'Send again' })).toBeVisible()
  for (const name of ['Sessions', 'Passkeys']) await expect(page.getByRole('region', { name })).toHaveCount(0)
})

test('screen readers say the address in a row of the list of users once', async ({ page, app }) => {
  const user = await addUser(app, { name: 'Said Once' })
  await enter(app, page, 'admin', `/manager/users?searchTerm=${user.email}`)
  await expect(page.getByRole('link', { name: 'Said Once' })).toHaveAccessibleDescription('')
  await expect(page.getByRole('cell').getByText(user.email, { exact: true })).toBeVisible()
})
