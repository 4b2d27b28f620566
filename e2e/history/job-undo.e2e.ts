import { enter, rowsOf, someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { expect, test } from '../support/test.ts'

test('an administrator undoes a job from its entry in the history', async ({ app, page }) => {
  const user = await addUser(app, { name: someName() })
  await enter(app, page, 'admin', `/manager/users?searchTerm=${user.name}`)
  const rows = rowsOf(page)
  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: user.name }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(0)
  await page.goto(`/manager/history?person=${user.id}&actions=user-deleted`)
  await rows.locator('.row-link').click()
  await page.getByRole('button', { name: 'Undo the job' }).click()
  await expect(question.getByText('Undo the job: Delete users')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeVisible()
  await question.getByRole('button', { name: 'Undo the job' }).click()
  await expect(page.getByText('Undone.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the job' })).toBeHidden()
})
