import { openFilter } from './acts.ts'
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
        await openFilter(page, 1)
      },
    },
  ),
  history('history with the menu of days', '/manager/history?from=2026-01-01', { act: (page) => openFilter(page, 2) }),
]
