import type { Locator, Page } from '@playwright/test'
import type { App } from './app.ts'
import { addPerson } from './people.ts'
import { openSession } from './sessions.ts'

let number = 0
/** A name that no other test has; three letters of it are enough to be found. */
export const someName = () => `zq${process.pid}x${(number += 1)}`

/** The longest name there can be; no two are the same. */
export const longestName = (about: string) => `${someName()}${about}`.padEnd(100, about)

/** Opens a page as somebody new who is signed in. */
export async function enter(app: App, page: Page, role: 'admin' | 'user', path: string) {
  const { id } = await addPerson(app, { role })
  await page.context().addCookies([{ ...(await openSession(app, id)), url: app.url }])
  await page.goto(path)
}

/** The rows of the list, or its cards. */
export const rowsOf = (page: Page): Locator => page.locator('tbody tr')
