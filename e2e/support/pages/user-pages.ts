import { openAccountMenu, untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const home = pagesOf({ route: '/app/', visitor: 'user', title: (t) => t.home.title })
const account = (area: 'app' | 'manager') =>
  pagesOf({
    route: `/${area}/account`,
    visitor: area === 'app' ? 'user' : 'admin',
    title: (t) => t.account.title,
  })

export const userPages: readonly ProductPage[] = [
  home('home', '/app'),
  home('home of somebody else', '/app', { visitor: 'impersonator' }),
  home('account menu', '/app/repositories', {
    route: '/app/repositories/',
    title: (t) => t.repositories.title,
    act: openAccountMenu,
  }),
  ...(['app', 'manager'] as const).flatMap((area) => [
    account(area)(`account in /${area}`, `/${area}/account`),
    account(area)(`change of name in /${area}`, `/${area}/account?state=change-name`, { act: untilDialog }),
    account(area)(`change of e-mail in /${area}`, ({ askedEmail }) => `/${area}/account?newEmail=${askedEmail}`, {
      act: untilDialog,
    }),
  ]),
  account('app')('account of somebody else', '/app/account', { visitor: 'impersonator' }),
  account('app')('question before signing out', '/app/account', {
    act: async (page) => {
      await page.locator('#sessions li').first().getByRole('button').click()
      await untilDialog(page)
    },
  }),
  ...(['phone', 'desktop'] as const).map((screen) =>
    account('app')(`toast on a ${screen}`, '/app/account?state=change-name', {
      screen,
      act: async (page) => {
        await page.getByRole('dialog').locator('[type=submit]').click()
        await page.locator('[data-sonner-toast]').hover()
      },
    }),
  ),
]
