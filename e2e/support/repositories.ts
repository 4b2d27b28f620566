import type { Locator, Page } from '@playwright/test'
import type { App } from './app.ts'
import { addPerson } from './people.ts'
import { signIn } from './test.ts'

let number = 0
/** A name that no other test has; three letters of it are enough to be found. */
export const someName = () => `zq${process.pid}x${(number += 1)}`

/** A repository that no other test knows. */
export async function addRepository(
  app: App,
  { name = someName(), link = 'https://git.example.com', description = '' } = {},
) {
  const [made] = await app.sql<{ id: string }[]>`
    insert into repository (name, link, description) values (${name}, ${link}, ${description || null}) returning id`
  return { id: made?.id ?? '', name }
}

/** Signs somebody new in and opens a page. */
export async function enter(app: App, page: Page, role: 'admin' | 'user', path: string) {
  await signIn(app, page, (await addPerson(app, { role })).email)
  await page.goto(path)
}

/** The rows of the list, or its cards. */
export const rowsOf = (page: Page): Locator => page.locator('tbody tr')
