import { someEmail } from '../support/app.ts'
import { startLocalApp } from '../support/local-app.ts'
import { expectAccessibleEverywhere } from '../support/expect-accessible.ts'
import { complaintsOf } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

test('the local inbox and its link on the verify page are accessible', async ({ page }) => {
  test.slow()
  const local = await startLocalApp()
  const complaints = complaintsOf(page)
  await page.goto(`${local.url}/login`)
  await page.getByRole('textbox').fill(someEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: textsOf('en').login.verify.openInbox })).toBeVisible()
  await expectAccessibleEverywhere(page, 'verify in local mode')
  await page.goto(`${local.url}/dev/inbox`)
  await expect(page.locator('output')).toHaveText(/^\d{6}$/)
  await expectAccessibleEverywhere(page, 'inbox')
  expect(complaints).toEqual([])
  await local.stop()
})
