import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'

test('an administrator downloads the filtered history', async ({ app, page }) => {
  await signIn(app, page, (await addUser(app, { role: 'admin' })).email)
  await page.goto('/manager/history?actions=signed-in')
  await page.getByText('Export', { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^latchkey-history-\d{4}-\d\d-\d\d\.csv$/)
})
