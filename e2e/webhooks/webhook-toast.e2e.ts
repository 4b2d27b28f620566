import { boxOf } from '../support/boxes.ts'
import { enter } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'
import { coveredByToast } from '../support/toasts.ts'
import { addScreenshotWebhook } from '../support/webhooks.ts'

const WIDTHS = [1_440, 1_100, 820, 390]

test('a toast covers no button of the page header at any width, and contains the button that closes it', async ({
  page,
  app,
}) => {
  const { id } = await addScreenshotWebhook(app)
  await enter(app, page, 'admin', `/manager/webhooks/${id}`)
  await page.getByRole('button', { name: 'Resume' }).click()
  const toast = page.locator('[data-sonner-toast][data-mounted=true]')
  await expect(toast).toBeVisible()
  // Keeps the toast open.
  await page.keyboard.press('Alt+t')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => coveredByToast(page), `at ${width} px`).toEqual([])
    await expect(toast).toBeInViewport({ ratio: 1 })
    const [outer, inner] = [await boxOf(toast), await boxOf(toast.locator('[data-close-button]'))]
    expect(inner.right).toBeLessThan(outer.right)
    expect(inner.top).toBeGreaterThan(outer.top)
  }
  await app.sql`delete from webhook where id = ${id}`
})
