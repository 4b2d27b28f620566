import { pagesOf, type ProductPage } from './product-page.ts'

const history = pagesOf({ route: '/manager/history', visitor: 'admin', title: (t) => t.audit.title })

export const historyExportPages: readonly ProductPage[] = [
  history('history with its export', '/manager/history', {
    act: (page) => page.locator('main header summary').last().click(),
  }),
]
