import { untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const notifications = (visitor: ProductPage['visitor']) =>
  pagesOf({ route: '/app/notifications', visitor, title: (t) => t.notifications.title })

export const notificationPages: readonly ProductPage[] = [
  notifications('user')('no notifications', '/app/notifications'),
  notifications('member')('notifications', '/app/notifications'),
  pagesOf({ route: '/manager/notifications', visitor: 'admin', title: (t) => t.notifications.title })(
    'notifications in the administration',
    '/manager/notifications',
  ),
  notifications('member')('panel of notifications', '/app/notifications', {
    act: async (page) => {
      await page.locator('header a[aria-haspopup=dialog]').filter({ visible: true }).click()
      await untilDialog(page)
      await page.getByRole('dialog').locator('tbody tr').first().waitFor()
    },
  }),
]
