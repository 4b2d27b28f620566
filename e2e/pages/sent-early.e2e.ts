import type { Page } from '@playwright/test'
import { someEmail } from '../support/app.ts'
import { enter, someName } from '../support/lists.ts'
import { complaintsOf, untilHydrated } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { common, login, repositories } = textsOf('en')

test('the error for a wrong code that was submitted before hydration is still shown after hydration', async ({
  page,
  app,
}) => {
  const email = someEmail()
  const scriptsCome = await withoutScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  await expect(page.getByText(login.messages.emailRequired)).toBeVisible()
  await page.getByLabel(login.email).fill(email)
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  await page.getByRole('button', { name: common.confirm }).click()
  await expect(page.getByText(login.messages.codeRequired)).toBeVisible()
  const code = await app.mail.codeFor(email)
  await page.getByLabel(login.verify.code, { exact: true }).fill(code === '000000' ? '000001' : '000000')
  const complaints = await scriptsCome()
  await page.getByRole('button', { name: common.confirm }).click()
  await expect(page.getByText(login.messages.wrongCodeTriesLeft_other.replace('{{count}}', '2'))).toBeVisible()
  await untilHydrated(page)
  await expect(page.getByText(login.messages.wrongCodeTriesLeft_other.replace('{{count}}', '2'))).toBeVisible()
  expect(complaints).toEqual([])
})

test('the field error for a name in use that was submitted before hydration is still shown after hydration', async ({
  page,
  app,
}) => {
  const name = someName()
  await app.sql`insert into repository (name, link) values (${name}, 'https://a.example')`
  await enter(app, page, 'admin', '/manager/dashboard')
  const scriptsCome = await withoutScripts(page)
  await page.goto('/manager/repositories?dialog=new', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: repositories.name, exact: true }).fill(name)
  await page.getByLabel(repositories.link, { exact: true }).fill('https://b.example')
  const complaints = await scriptsCome()
  await page.getByRole('button', { name: repositories.create }).click()
  const field = page.getByRole('textbox', { name: repositories.name, exact: true })
  await expect(field).toHaveAccessibleDescription(repositories.messages.nameTaken)
  await untilHydrated(page)
  await expect(field).toHaveAccessibleDescription(repositories.messages.nameTaken)
  await expect(field).toHaveValue(name)
  expect(complaints).toEqual([])
})

/**
 * Blocks scripts. @returns a function that unblocks them and returns the array of errors from `complaintsOf`, which is
 * filled from then on
 */
async function withoutScripts(page: Page) {
  await page.route(/\.js$/, (route) => route.abort())
  return async () => {
    await page.unrouteAll()
    return complaintsOf(page)
  }
}
