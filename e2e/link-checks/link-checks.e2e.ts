import { enter } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'

test('an administrator checks the link of a repository, and all users see the result', async ({ page, app }) => {
  // The host name of the link cannot be resolved, so the check fails.
  const { id } = await addRepository(app, { link: 'https://told-of.invalid/' })
  await enter(app, page, 'admin', `/manager/repositories/${id}`)
  await expect(page.getByText('Link not checked yet')).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText("Link doesn't work")).toBeVisible()

  await enter(app, page, 'user', `/app/repositories/${id}`)
  await expect(page.getByText("Link doesn't work")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})
