import { enter } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { account, common } = textsOf('en')

test.use({ javaScriptEnabled: false })

test('without JavaScript, buttons that do nothing are hidden, pages say so, and a phone has the links of the administration', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(app, page, 'admin', '/manager/dashboard')
  for (const path of ['/manager/repositories', '/manager/users', '/manager/account', '/app/account']) {
    await page.goto(path)
    await expect(page.locator('noscript p').filter({ visible: true })).toHaveText(common.noScript)
    await expect(page.locator('button[type=button]:not([popovertarget]):visible')).toHaveCount(0)
  }
  await expect(page.getByRole('region', { name: account.profile.title })).toBeVisible()
  await expect(page.getByRole('region', { name: account.display })).toHaveCount(0)
  await page.goto('/manager/repositories')
  await page.getByRole('navigation').getByRole('link', { name: common.nav.users }).click()
  await expect(page).toHaveURL('/manager/users')
})
