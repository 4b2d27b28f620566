import { openAccountMenu, untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const front = pagesOf({ route: '/manager/', visitor: 'admin', title: (t) => t.dashboard.title })
const dashboard = pagesOf({ route: '/manager/dashboard', visitor: 'admin', title: (t) => t.dashboard.title })

const jobs = pagesOf({ route: '/manager/jobs/', visitor: 'admin', title: (t) => t.bulk.title })
const job = pagesOf({ route: '/manager/jobs/$id', visitor: 'admin', title: (t) => t.bulk.kinds['user-ban'] })

export const managerPages: readonly ProductPage[] = [
  front('front of the administration', '/manager'),
  dashboard('dashboard', '/manager/dashboard'),
  dashboard('dashboard with its table', '/manager/dashboard?view=table'),
  dashboard('dashboard of 90 days', '/manager/dashboard?days=90'),
  dashboard('places of the administration', '/manager/dashboard', {
    screen: 'phone',
    act: async (page) => {
      await page.locator('header button').filter({ visible: true }).first().click()
      await untilDialog(page)
    },
  }),
  dashboard('account menu of the administration', '/manager/dashboard', { screen: 'desktop', act: openAccountMenu }),
  dashboard('collapsed sidebar', '/manager/dashboard', {
    screen: 'desktop',
    act: async (page) => {
      await page.locator('aside button[aria-expanded=true]').click()
      await page.context().clearCookies({ name: 'sidebar' })
    },
  }),
  jobs('jobs', '/manager/jobs'),
  job('job', (world) => `/manager/jobs/${world.job.id}`),
  job('question before undoing a job', (world) => `/manager/jobs/${world.job.id}`, {
    act: async (page) => {
      await page.locator('main header button').click()
      await untilDialog(page)
    },
  }),
]
