import { untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const apiKeys = pagesOf({ route: '/manager/api-keys', visitor: 'admin', title: (t) => t['api-keys'].title })

export const apiKeyPages: readonly ProductPage[] = [
  apiKeys('API keys', '/manager/api-keys'),
  apiKeys('form for an API key', '/manager/api-keys', {
    act: async (page) => {
      await page.locator('main .empty-action button').click()
      await untilDialog(page)
    },
  }),
]
