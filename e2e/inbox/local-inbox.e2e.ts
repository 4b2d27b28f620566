import type { Page } from '@playwright/test'
import { someEmail } from '../support/app.ts'
import { startLocalApp } from '../support/local-app.ts'
import { accessibilityProblems, complaintsOf, overflow } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const NARROWEST = { width: 320, height: 640 }

test('everybody can use the local inbox, and read its banner and the reference of the API', async ({ page }) => {
  test.slow()
  const local = await startLocalApp()
  const complaints = complaintsOf(page)
  await page.goto(`${local.url}/login`)
  await page.getByRole('textbox').fill(someEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: textsOf('en').login.verify.openInbox })).toBeVisible()
  await isFine(page, 'verify in local mode')
  await page.goto(`${local.url}/dev/inbox`)
  await expect(page.locator('output')).toHaveText(/^\d{6}$/)
  await isFine(page, 'inbox')
  await page.goto(`${local.url}/dev/api`)
  await page.getByRole('region', { name: 'POST /users', exact: true }).getByText('Responses').click()
  await expect(page.getByText('IDEMPOTENCY_KEY_REUSED').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('takes the scopes').locator('code')).toHaveText([
    'user:set-role',
    'user:change-administrators',
  ])
  await expect(page.getByRole('main')).not.toContainText('`')
  await isFine(page, 'reference of the API')
  expect(complaints).toEqual([])
  await local.stop()
})

/** Looks at the page as it stands, light and dark, wide and narrow. Of all rules only contrast depends on the theme. */
async function isFine(page: Page, name: string) {
  for (const [screen, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await accessibilityProblems(page), `${name}, ${screen}`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    expect(await accessibilityProblems(page, ['color-contrast']), `${name}, ${screen}, dark`).toEqual([])
  }
  await page.setViewportSize(NARROWEST)
  expect(await overflow(page), `${name} is wider than 320 px`).toBe(0)
  await page.setViewportSize(WINDOWS.desktop)
}
