import { pagesOf, type ProductPage } from './product-page.ts'

const list = pagesOf({ route: '/manager/users/', visitor: 'admin', title: (t) => t.users.title })

export const savedViewsPages: readonly ProductPage[] = [
  list('saved views of users', '/manager/users?status=banned', {
    screen: 'desktop',
    act: async (page) => {
      await page.locator('main .views > button').click()
      await page.locator('main .views-panel p').waitFor()
    },
  }),
  list('saved views of users, one to be saved', '/manager/users?status=banned', {
    screen: 'phone',
    act: async (page) => {
      await page.locator('main .views > button').click()
      await page.locator('main .views-panel > button').click()
      await page.locator('main .views-panel input').waitFor()
    },
  }),
]
