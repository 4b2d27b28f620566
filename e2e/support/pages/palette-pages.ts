import { expect, type Page } from '@playwright/test'
import { pagesOf, type ProductPage } from './product-page.ts'

const home = pagesOf({ route: '/app/', visitor: 'user', title: (t) => t.home.title })
const dashboard = pagesOf({ route: '/manager/dashboard', visitor: 'admin', title: (t) => t.dashboard.title })

export const palettePages: readonly ProductPage[] = [
  home('command palette', '/app', { act: openPalette }),
  home('palette, its shortcuts', '/app', { act: openShortcuts }),
  dashboard('command palette with results', '/manager/dashboard', {
    act: async (page) => {
      await openPalette(page)
      await page.getByRole('combobox').last().fill('wolf')
      await page.getByRole('option').filter({ hasText: /wolf/i }).first().waitFor()
    },
  }),
]

async function openPalette(page: Page) {
  // The page might not listen to the first keys yet.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor({ timeout: 2_000 })
  }).toPass()
}

async function openShortcuts(page: Page) {
  await expect(async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('checkbox').waitFor({ timeout: 2_000 })
  }).toPass()
}
