import { expect, type Page } from '@playwright/test'

/** Sends the form of the page as it stands, and waits until it says what is wrong. */
export async function submitNothing(page: Page) {
  await page.locator('main form [type=submit]').first().click()
  await untilRefused(page)
}

export async function untilRefused(page: Page) {
  await page.locator('[aria-invalid=true]').first().waitFor()
}

export async function untilDialog(page: Page) {
  await page.getByRole('dialog').waitFor()
}

export async function openAccountMenu(page: Page) {
  await page
    .locator('summary')
    .filter({ has: page.locator('.sr-only'), visible: true })
    .click()
}

export async function openPalette(page: Page) {
  // The first keys may come before anybody listens to them.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor({ timeout: 2_000 })
  }).toPass()
}

export async function openShortcuts(page: Page) {
  await expect(async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('checkbox').waitFor({ timeout: 2_000 })
  }).toPass()
}
