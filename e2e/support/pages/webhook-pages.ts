import { untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const webhooks = pagesOf({ route: '/manager/webhooks/', visitor: 'admin', title: (t) => t.webhooks.title })
const webhook = pagesOf({ route: '/manager/webhooks/$id', visitor: 'admin', title: (_, { webhook: { host } }) => host })

export const webhookPages: readonly ProductPage[] = [
  webhooks('webhooks', '/manager/webhooks'),
  webhooks('new webhook', '/manager/webhooks', {
    act: async (page) => {
      await page.locator('main header button').first().click()
      await untilDialog(page)
    },
  }),
  webhook('webhook', (world) => `/manager/webhooks/${world.webhook.id}`, {
    act: async (page) => {
      await page.locator('main tbody .row-link').first().click()
      await untilDialog(page)
    },
  }),
]
