import type { Locator, Page } from '@playwright/test'
import type { App } from './app.ts'
import { addPerson } from './people.ts'
import { signIn } from './test.ts'

let number = 0
/** A name that no other test has; three letters of it are enough to be found. */
export const someName = () => `zq${process.pid}x${(number += 1)}`

/** The longest name there can be; no two are the same. */
export const longestName = (about: string) => `${someName()}${about}`.padEnd(100, about)

/** Signs somebody new in and opens a page. */
export async function enter(app: App, page: Page, role: 'admin' | 'user', path: string) {
  await signIn(app, page, (await addPerson(app, { role })).email)
  await page.goto(path)
}

/** The rows of the list, or its cards. */
export const rowsOf = (page: Page): Locator => page.locator('tbody tr')
