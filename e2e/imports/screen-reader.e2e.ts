import { addUser } from '../support/users.ts'
import { documentedLines, spokenLines } from '../support/spoken.ts'
import { expect, signIn, test } from '../support/test.ts'

test('a screen reader says of an import what docs/screen-reader.md says', async ({ page, app }) => {
  const { email } = await addUser(app, { role: 'admin' })
  await signIn(app, page, email)
  await page.goto('/manager/users/import')
  expect.soft(await spokenLines(page, 'main')).toEqual(documentedLines('An import: the file'))
  const file = (text: string) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.locator('input[type=file]').setInputFiles(file('email,name\n"open,x\n'))
  await expect(page.getByRole('alert')).toContainText('Line 2')
  expect.soft(await spokenLines(page, 'alert')).toEqual(documentedLines('An import: a file that cannot be read'))
  await page.locator('input[type=file]').setInputFiles(file('email,name\nnot an address,Ada\n'))
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeVisible()
  expect.soft(await spokenLines(page, 'region')).toEqual(documentedLines('An import: its columns'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Line 2: Email is invalid')).toBeVisible()
  expect.soft(await spokenLines(page, 'region')).toEqual(documentedLines('An import: its problems'))
})
