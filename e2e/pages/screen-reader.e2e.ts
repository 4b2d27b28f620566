import { someName } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { documentedLines, spokenLines } from '../support/spoken.ts'
import { expect, signIn, test } from '../support/test.ts'
import { someEmail } from '../support/app.ts'

test('a screen reader says of sign-in, a list and its dialogs what docs/screen-reader.md says', async ({
  page,
  app,
}) => {
  const email = someEmail('walk')
  const name = someName()
  const said = async (role: string) =>
    (await spokenLines(page, role)).map((line) =>
      line.replaceAll(email, 'ada@example.com').replaceAll(name, 'Ada Lovelace').replaceAll(other, 'bo@example.com'),
    )
  const { email: other } = await addUser(app, { name })

  await page.goto('/login')
  await page.getByLabel('Email').fill('not an address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email is invalid')).toBeVisible()
  expect.soft(await said('main')).toEqual(documentedLines('Sign-in, after a wrong address'))
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByText('Email sent')).toBeVisible()
  const ticking = (await said('main')).map((line) => line.replaceAll(/\d+:\d\d/g, 'm:ss'))
  expect.soft(ticking).toEqual(documentedLines('The code'))

  await page.context().clearCookies()
  const { email: administrator } = await addUser(app, { role: 'admin' })
  await signIn(app, page, administrator)
  await page.goto(`/manager/users?searchTerm=${name}`)
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeVisible()
  await expect(page.locator('footer').getByText('1 of 1')).toBeVisible()
  expect.soft(await said('main')).toEqual(documentedLines('A list'))
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect.soft(await said('menu')).toEqual(documentedLines('The menu of a row'))
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect.soft(await said('dialog')).toEqual(documentedLines('A question'))
  await page.keyboard.press('Escape')

  await page.goto('/manager/repositories?dialog=new')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  expect.soft(await said('dialog')).toEqual(documentedLines('A form in a dialog, after an empty name'))
})
