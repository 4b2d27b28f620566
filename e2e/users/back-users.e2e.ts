import type { Page } from '@playwright/test'
import { someEmail } from '../support/app.ts'
import { untilHydrated } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { chooseAction, enter, rowsOf } from '../support/lists.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expectTabHistory } from '../support/trail.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { account, common, users } = textsOf('en')
const LIST = '/manager/users'
const NEW = `${LIST}/new`

test('Cancel in the form of a new user returns to the list with its search', async ({ page, app }) => {
  const user = await addUser(app)
  const list = `${LIST}?searchTerm=${user.email.split('@')[0]}`
  await enter(app, page, 'admin', list)
  await follow(page, users.new)
  await expectTabHistory(page, list, `>${NEW}`)
  await page.reload()
  await follow(page, common.cancel)
  await expect(rowsOf(page)).toHaveCount(1)
  await expectTabHistory(page, `>${list}`, NEW)
})

test('Cancel in the form of a new user opened by a link opens the list', ONLY_IN_FULL_RUN, async ({ page, app }) => {
  await enter(app, page, 'admin', '/app')
  await page.goto(NEW)
  await follow(page, common.cancel)
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  await expectTabHistory(page, '/app', `>${LIST}`)
})

test(
  'Cancel in a form with unsaved input asks for confirmation, and staying keeps the input',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    await enter(app, page, 'admin', LIST)
    await follow(page, users.new)
    await page.getByLabel(users.email, { exact: true }).fill('half an address')
    page.once('dialog', (question) => void question.dismiss())
    await page.getByRole('link', { name: common.cancel }).click()
    await expect(page.getByLabel(users.email, { exact: true })).toHaveValue('half an address')
    await expectTabHistory(page, LIST, `>${NEW}`)
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('link', { name: common.cancel }).click()
    await expectTabHistory(page, `>${LIST}`, NEW)
  },
)

test('after a user is added, Back skips the form of the new user', async ({ page, app }) => {
  const email = someEmail()
  await enter(app, page, 'admin', '/app')
  await page.goto(LIST)
  await follow(page, users.new)
  await page.getByLabel(users.email, { exact: true }).fill(email)
  await page.getByRole('textbox', { name: users.name }).fill('New Comer')
  await page.getByRole('button', { name: users.create }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Comer' })).toBeVisible()
  const [made] = await app.sql<{ id: string }[]>`select id from "user" where email = ${email}`
  await expectTabHistory(page, '/app', LIST, `>${LIST}/${made?.id}`)
  await page.goBack()
  await expect(rowsOf(page).first()).toContainText(email)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'New Comer' })).toBeVisible()
})

test(
  'an administrator who adds a user and immediately opens the list stays on the list',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    await enter(app, page, 'admin', LIST)
    await follow(page, users.new)
    await page.getByLabel(users.email, { exact: true }).fill(someEmail())
    await page.getByRole('textbox', { name: users.name }).fill('Quick Comer')
    const answers = await holdRequests(page, /getUser\b/)
    await page.getByRole('button', { name: users.create }).last().click()
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: common.nav.users, exact: true }).first().click()
    await expect(rowsOf(page).first()).toContainText('Quick Comer')
    answers()
    await expect(page.getByText(fill(users.added, { name: 'Quick Comer' }))).toBeHidden()
    await expect(page).toHaveURL(LIST)
  },
)

test('after a user is changed, neither Back nor Forward opens the form of the change', async ({ page, app }) => {
  const { id } = await addUser(app)
  const path = `${LIST}/${id}`
  await enter(app, page, 'admin', '/app')
  await page.goto(path)
  await follow(page, 'Edit')
  await expectTabHistory(page, '/app', path, `>${path}/update`)
  await saveName(page, 'Other Name')
  await expect(page.getByRole('heading', { level: 1, name: 'Other Name', exact: true })).toBeVisible()
  await expectTabHistory(page, '/app', `>${path}`, path)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Other Name', exact: true })).toBeVisible()

  await page.goto(`${path}/update`)
  await saveName(page, 'Third Name')
  await expect(page.getByRole('heading', { level: 1, name: 'Third Name', exact: true })).toBeVisible()
  await expectTabHistory(page, '/app', path, path, `>${path}`)
})

test(
  'the page of a user shows the saved values if the form was left during the save',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    const { id } = await addUser(app)
    const path = `${LIST}/${id}`
    await enter(app, page, 'admin', path)
    const release = await holdRequests(page, /users\.updateUser/)
    await follow(page, 'Edit')
    await saveName(page, 'Late Name')
    await page.getByRole('link', { name: common.cancel }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Some One', exact: true })).toBeVisible()
    release()
    await expect(page.getByText(fill(users.saved, { name: 'Late Name' }))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Late Name', exact: true })).toBeVisible()
    await expectTabHistory(page, `>${path}`, `${path}/update`)
  },
)

test('Back after deleting a user skips the user’s page', async ({ page, app }) => {
  const { id } = await addUser(app)
  await enter(app, page, 'admin', '/app')
  await page.goto(`${LIST}/${id}`)
  await chooseAction(page, 'Delete user')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectTabHistory(page, '/app', `>${LIST}`)
})

for (const area of ['/app/account', '/manager/account'])
  test(`in ${area}, neither Back nor Forward opens the form of a saved name`, async ({ page, app }) => {
    await enter(app, page, 'admin', '/app')
    await page.goto(area)
    await page.getByRole('button', { name: account.profile.changeName }).click()
    await page.getByRole('dialog').getByLabel(account.profile.name, { exact: true }).fill('New Name')
    await page.getByRole('dialog').getByRole('button', { name: common.save }).click()
    await expect(page.getByText(account.name.saved)).toBeVisible()
    await expectTabHistory(page, '/app', `>${area}`, area)
    await page.goForward()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

test(
  'the dialog for the code of a new email has its own history entry, which is removed after the change',
  ONLY_IN_FULL_RUN,
  async ({ page, app }) => {
    const [user, newEmail] = [await addUser(app), someEmail('new')]
    const path = '/app/account'
    const waiting = `${path}?newEmail=${encodeURIComponent(newEmail)}`
    await signIn(app, page, user.email)
    await page.goto('/app')
    await page.goto(path)
    await page.getByRole('button', { name: account.profile.changeEmail }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(account.email.new).fill(newEmail)
    await app.sql`delete from throttle`
    await dialog.getByRole('button', { name: common.continue }).click()
    // A code to the current address is required first; its dialog has no history entry.
    await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(user.email, 2))
    await expectTabHistory(page, '/app', path, `>${waiting}`)
    await expect(dialog).toContainText(newEmail)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectTabHistory(page, '/app', `>${path}`, waiting)
    await page.goForward()
    await page.reload()
    await dialog.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(newEmail))
    await expect(page.getByRole('region', { name: account.profile.title })).toContainText(newEmail)
    await expectTabHistory(page, '/app', `>${path}`, path)
    await page.goForward()
    await expect(dialog).toBeHidden()

    await page.goto(waiting)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectTabHistory(page, '/app', path, path, `>${path}`)
  },
)

/** Follows a link after hydration. Before hydration, it would load a new document, which does not know the previous page. */
async function follow(page: Page, link: string) {
  await untilHydrated(page)
  await page.getByRole('link', { name: link }).click()
}

async function saveName(page: Page, name: string) {
  await page.getByRole('textbox', { name: users.name }).fill(name)
  await page.getByRole('button', { name: common.save }).last().click()
}
