import { enter } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'

test('an open dialog covers toasts', async ({ page, app }) => {
  const { id } = await addRepository(app)
  await page.setViewportSize({ width: 700, height: 420 })
  await enter(app, page, 'admin', `/manager/repositories/${id}`)
  const edit = page.getByRole('button', { name: 'Edit' })
  const dialog = page.getByRole('dialog')
  await edit.click()
  await dialog.getByLabel('Description').fill('changed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-sonner-toast][data-mounted=true]')).toBeVisible()
  await edit.click()
  await expect(dialog).toBeVisible()
  const isOnTop = await dialog.evaluate((window) => {
    // An open dialog turns off pointer events outside of it, so that `elementFromPoint` would not find a covering toast.
    const toasts = document.querySelectorAll<HTMLElement>('[data-sonner-toaster], [data-sonner-toast]')
    for (const toast of toasts) toast.style.pointerEvents = 'auto'
    const { left, right, top, bottom } = window.getBoundingClientRect()
    const points = [left + 20, (left + right) / 2, right - 20].flatMap((x) => [
      [x, top + 20],
      [x, bottom - 20],
    ])
    return points.map(([x = 0, y = 0]) => window.contains(document.elementFromPoint(x, y)))
  })
  expect(isOnTop).toEqual(isOnTop.map(() => true))
})
