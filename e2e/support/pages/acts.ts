import type { Page } from '@playwright/test'

/** Submits the form of the page unchanged, and waits until it shows an error. */
export async function submitUnchangedForm(page: Page) {
  await page.locator('main form [type=submit]').first().click()
  await untilErrorShown(page)
}

export async function untilErrorShown(page: Page) {
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

/** Chooses the nth action from the menu in the header of an object's page, and waits for its dialog. */
export async function askInMenu(page: Page, place: number) {
  await page.locator('.header-actions [aria-haspopup=menu]').click()
  await page.getByRole('menuitem').nth(place).click()
  await untilDialog(page)
}

/** Opens the menu of the nth filter of a list. */
export async function openFilter(page: Page, place: number) {
  await page.locator('main header .chip > button').nth(place).click()
  await page.locator('.chip-menu:popover-open').waitFor()
}
