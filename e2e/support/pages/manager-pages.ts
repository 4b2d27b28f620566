import { openAccountMenu, openPalette, untilDialog, untilRefused } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const front = pagesOf({ route: '/manager/', visitor: 'admin', title: (t) => t.dashboard.title })
const dashboard = pagesOf({ route: '/manager/dashboard', visitor: 'admin', title: (t) => t.dashboard.title })
const list = pagesOf({ route: '/manager/repositories/', visitor: 'admin', title: (t) => t.repositories.title })
const detail = pagesOf({
  route: '/manager/repositories/$id',
  visitor: 'admin',
  title: (_t, { repository }) => repository.name,
})

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
  list('repositories of the administration', '/manager/repositories'),
  list('repositories of the administration, no match', `/manager/repositories?searchTerm=${'none'.repeat(25)}`),
  list('new repository', '/manager/repositories?dialog=new', { act: untilDialog }),
  list('new repository, nothing typed', '/manager/repositories?dialog=new', {
    act: async (page) => {
      await page.getByRole('dialog').locator('[type=submit]').click()
      await untilRefused(page)
    },
  }),
  detail('repository of the administration', ({ repository }) => `/manager/repositories/${repository.id}`),
  detail('change of a repository', ({ repository }) => `/manager/repositories/${repository.id}?dialog=edit`, {
    act: untilDialog,
  }),
  detail('question before deleting a repository', ({ repository }) => `/manager/repositories/${repository.id}`, {
    act: async (page) => {
      await page.locator('main header button').last().click()
      await untilDialog(page)
    },
  }),
]
