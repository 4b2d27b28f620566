import type { Page } from '@playwright/test'
import { accessibilityProblems, horizontalOverflow } from './page-health.ts'
import { expect } from './test.ts'

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const NARROWEST = { width: 320, height: 640 }

/**
 * Checks the open page in both themes, on wide and narrow screens. In the dark theme, checks only the contrast, because
 * no other rule depends on the theme.
 */
export async function expectAccessibleEverywhere(page: Page, name: string) {
  for (const [screen, size] of Object.entries(WINDOWS)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await accessibilityProblems(page), `${name}, ${screen}`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    expect(await accessibilityProblems(page, ['color-contrast']), `${name}, ${screen}, dark`).toEqual([])
  }
  await page.setViewportSize(NARROWEST)
  expect(await horizontalOverflow(page), `${name} is wider than 320 px`).toBe(0)
  await page.setViewportSize(WINDOWS.desktop)
}
