import { pagesOf, type ProductPage } from './product-page.ts'

const history = pagesOf({ route: '/manager/history', visitor: 'admin', title: (t) => t.audit.title })

export const historyPages: readonly ProductPage[] = [
  history('history', '/manager/history'),
  history('history, no match', `/manager/history?searchTerm=${'none'.repeat(25)}`),
  history(
    'history of a person, filtered',
    (world) => `/manager/history?person=${world.banned.id}&actions=user-banned`,
    {
      act: async (page) => {
        await page.locator('tbody summary').first().click()
        await page
          .locator('main header')
          .locator('.filters-button, .filters-menu > summary')
          .filter({ visible: true })
          .click()
      },
    },
  ),
]
