import { openAccountMenu, openPalette, untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const front = pagesOf({ route: '/manager/', visitor: 'admin', title: (t) => t.dashboard.title })
const dashboard = pagesOf({ route: '/manager/dashboard', visitor: 'admin', title: (t) => t.dashboard.title })

export const managerPages: readonly ProductPage[] = [
  front('front of the administration', '/manager'),
  dashboard('dashboard', '/manager/dashboard'),
  dashboard('dashboard with its table', '/manager/dashboard', { act: (page) => page.locator('main summary').click() }),
  dashboard('places of the administration', '/manager/dashboard', {
    screen: 'phone',
    act: async (page) => {
      await page.locator('header button').filter({ visible: true }).first().click()
      await untilDialog(page)
    },
  }),
  dashboard('account menu of the administration', '/manager/dashboard', { screen: 'desktop', act: openAccountMenu }),
  dashboard('folded sidebar', '/manager/dashboard', {
    screen: 'desktop',
    act: async (page) => {
      await page.locator('aside button[aria-expanded=true]').click()
      await page.context().clearCookies({ name: 'sidebar' })
    },
  }),
  dashboard('command palette with results', '/manager/dashboard', {
    act: async (page) => {
      await openPalette(page)
      await page.getByRole('combobox').last().fill('wolf')
      await page.getByRole('option').filter({ hasText: /wolf/i }).first().waitFor()
    },
  }),
]
