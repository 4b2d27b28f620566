import { openFilter } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const history = pagesOf({ route: '/manager/history', visitor: 'admin', title: (t) => t.audit.title })

export const historyPages: readonly ProductPage[] = [
  history('history', '/manager/history'),
  history('history, no match', `/manager/history?searchTerm=${'none'.repeat(25)}`),
  history('history of a user, filtered', (world) => `/manager/history?person=${world.banned.id}&actions=user-banned`, {
    act: async (page) => {
      await openFilter(page, 1)
    },
  }),
  history('history with the panel of an entry', (world) => `/manager/history?person=${world.banned.id}`, {
    act: async (page) => {
      await page.locator('tbody .row-link').first().click()
      // The exact time, of which the width changes with the time of day.
      await page
        .getByRole('dialog')
        .locator('time')
        .evaluate((time) => time.setAttribute('style', 'visibility: hidden'))
    },
  }),
  history('history with the menu of days', '/manager/history?from=2026-01-01', { act: (page) => openFilter(page, 2) }),
]
