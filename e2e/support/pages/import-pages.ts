import type { Page } from '@playwright/test'
import { pagesOf, type ProductPage } from './product-page.ts'

const ofUsers = pagesOf({ route: '/manager/users/import', visitor: 'admin', title: (t) => t.imports.users.title })
const ofRepositories = pagesOf({
  route: '/manager/repositories/import',
  visitor: 'admin',
  title: (t) => t.imports.repositories.title,
})

/** Uploads a file to the page of an import. */
async function upload(page: Page): Promise<void> {
  const text = 'EMAIL,NAME,ROLE\nimported@example.com,Imported Person,user\nno address,,chef\n'
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('main select').first().waitFor()
}

export const importPages: readonly ProductPage[] = [
  ofRepositories('import of repositories', '/manager/repositories/import'),
  ofUsers('import of users', '/manager/users/import'),
  ofUsers('import of users, columns to be matched', '/manager/users/import', { act: upload }),
  ofUsers('import of users, checked', '/manager/users/import', {
    act: async (page) => {
      await upload(page)
      await page.locator('main form button[type=submit]').click()
      await page.locator('main li bdi').first().waitFor()
    },
  }),
]
