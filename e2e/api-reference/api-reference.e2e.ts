import { startLocalApp } from '../support/local-app.ts'
import { expectAccessibleEverywhere } from '../support/expect-accessible.ts'
import { complaintsOf } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'

test('the API reference of local mode is complete and accessible', async ({ page }) => {
  test.slow()
  const local = await startLocalApp()
  const complaints = complaintsOf(page)
  await page.goto(`${local.url}/dev/api-reference`)
  await page.getByRole('region', { name: 'POST /users', exact: true }).getByText('Responses').click()
  await expect(page.getByText('IDEMPOTENCY_KEY_REUSED').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('needs the scopes').locator('code')).toHaveText([
    'user:set-role',
    'user:change-administrators',
  ])
  await expect(page.getByRole('main')).not.toContainText('`')
  await expectAccessibleEverywhere(page, 'reference of the API')
  expect(complaints).toEqual([])
  await local.stop()
})
