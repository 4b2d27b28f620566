import type { Locator, Page } from '@playwright/test'
import type { App } from './app.ts'
import { addUser } from './users.ts'
import { openSession } from './sessions.ts'

let number = 0
/** Returns a name that no other test uses. A search for three of the name's letters finds it. */
export const someName = () => `zq${process.pid}x${(number += 1)}`

/** Returns a unique name of the maximum length. */
export const maxName = (about: string) => `${someName()}${about}`.padEnd(100, about)

/** Opens a page as a new, signed-in user. */
export async function enter(app: App, page: Page, role: 'admin' | 'user', path: string) {
  const { id } = await addUser(app, { role })
  await page.context().addCookies([{ ...(await openSession(app, id)), url: app.url }])
  await page.goto(path)
}

/** Returns the rows of the list, which are cards on a narrow screen. */
export const rowsOf = (page: Page): Locator => page.locator('tbody tr')

/** Opens the menu of a filter by its chip, and follows the link of an option. */
export async function chooseFilter(page: Page, filter: string | RegExp, option: string) {
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('group', { name: filter }).getByRole('link', { name: option, exact: true }).click()
}

/** Returns the link in a chip that removes a chosen value. */
export const chosenFilter = (page: Page, value: string | RegExp): Locator =>
  page.locator('main header .chip[data-on] > a').filter({ hasText: value })

/** Chooses an action from the menu in the header of an object's page. */
export async function chooseAction(page: Page, name: string) {
  await page.locator('.header-actions [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
