import { fill } from '../texts.ts'
import type { World } from '../world.ts'
import { askInMenu, openFilter, submitUnchangedForm, untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

type UserKey = 'user' | 'newcomer' | 'invited' | 'banned' | 'admin'

const nameOf = (world: World, user: UserKey) => world[user].name || world[user].email
const list = pagesOf({ route: '/manager/users/', visitor: 'admin', title: (t) => t.users.title })
const created = pagesOf({ route: '/manager/users/new', visitor: 'admin', title: (t) => t.users.new })

function detail(name: string, user: UserKey, more: Partial<ProductPage> = {}): ProductPage {
  const title: ProductPage['title'] = (_t, world) => nameOf(world, user)
  const page = pagesOf({ route: '/manager/users/$id/', visitor: 'admin', title })
  return page(name, (world) => `/manager/users/${world[user].id}`, more)
}

function update(name: string, user: UserKey): ProductPage {
  const title: ProductPage['title'] = (t, world) => fill(t.users.editNamed, { name: nameOf(world, user) })
  const page = pagesOf({ route: '/manager/users/$id/update', visitor: 'admin', title })
  return page(name, (world) => `/manager/users/${world[user].id}/update`)
}

export const userManagementPages: readonly ProductPage[] = [
  list('users', '/manager/users'),
  list('users, no match', `/manager/users?searchTerm=${'none'.repeat(25)}`),
  list('users, filtered to none', '/manager/users?role=admin&status=not-onboarded'),
  list('users with their filters', '/manager/users?role=user', {
    screen: 'phone',
    act: async (page) => {
      await openFilter(page, 1)
    },
  }),
  list('users, invited', '/manager/users?status=invited'),
  list('users, some chosen', '/manager/users?status=banned', {
    act: async (page) => {
      await page.locator('tbody [type=checkbox]').first().check()
      await page.getByRole('toolbar').waitFor()
    },
  }),
  list('users with the menu of a row', '/manager/users', {
    act: async (page) => {
      await page.locator('tbody [aria-haspopup=menu]').first().click()
      await page.getByRole('menu').waitFor()
    },
  }),
  created('new user', '/manager/users/new'),
  created('new user, to be invited', '/manager/users/new?invitation=ar'),
  created('new user, nothing typed', '/manager/users/new', { act: submitUnchangedForm }),
  detail('user', 'user'),
  detail('banned user', 'banned'),
  detail('user without a name', 'newcomer'),
  detail('invited user', 'invited'),
  ...['withdrawing', 'sending again'].map((doing, position) =>
    detail(`question before ${doing} an invitation`, 'invited', {
      act: async (page) => {
        await page.locator('main section:has(dl) header button').nth(position).click()
        await untilDialog(page)
      },
    }),
  ),
  detail('oneself', 'admin'),
  ...['acting as', 'banning', 'deleting'].map((doing, position) =>
    detail(`question before ${doing} somebody`, 'user', {
      act: (page) => askInMenu(page, position),
    }),
  ),
  update('change of a user', 'user'),
  update('change of oneself', 'admin'),
]
