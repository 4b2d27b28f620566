import { isolateDirection } from '#lib/intl.ts'
import { displayNameOf } from '#lib/names.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { common, user: texts } = textsOf('en')

test('the menu of a user’s row edits the user, copies the email address, and acts as the user', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chief = await addUser(app, { role: 'admin' })
  const user = await addUser(app, { name: 'Zuleika Row' })
  await signIn(app, page, chief.email)
  const name = displayNameOf(user)
  const choose = async (item: string) => {
    await page.goto(`/manager/users?searchTerm=${user.email}`)
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.locator('.row-more').click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  await choose(texts.copyEmail)
  await expect(page.getByText(common.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(user.email)

  await choose(texts.update)
  await expect(page).toHaveURL(`/manager/users/${user.id}/update`)

  await choose(texts.impersonate.action)
  const question = page.getByRole('dialog')
  await expect(question).toContainText(fill(texts.impersonate.summary, { name }))
  await question.getByLabel(texts.reason).fill('to help')
  await question.getByRole('button', { name: texts.impersonate.action }).click()
  await expect(page.getByText(fill(common.impersonating, { name: isolateDirection(name) }))).toBeVisible()
})

test('the menu of an administrator’s row does not offer to act as the user', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin' })
  const other = await addUser(app, { role: 'admin' })
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users?searchTerm=${other.email}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.locator('.row-more').click()
  await expect(page.getByRole('menuitem', { name: texts.update, exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: texts.impersonate.action })).toHaveCount(0)
})
