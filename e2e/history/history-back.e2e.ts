import { enter } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { audit, common } = textsOf('en')

test('going back before the list is rendered restores the filters of the previous entry', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/history')
  await page.getByText(common.list.filters, { exact: true }).last().click()
  const day = page.getByLabel(audit.from)
  await page.evaluate(() =>
    // The router can replace the entry of the page itself before that of the filter is added.
    navigation.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType === 'push') history.back()
    }),
  )
  await day.fill('2025-12-25')
  await expect.poll(() => page.evaluate(() => navigation.canGoForward)).toBe(true)
  await expect(page).toHaveURL(/history$/)
  await expect(day).toHaveValue('')
})
