import { fill } from '../texts.ts'
import type { World } from '../world.ts'
import { submitNothing, untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

type Person = 'user' | 'newcomer' | 'banned' | 'admin'

const nameOf = (world: World, person: Person) => world[person].name || world[person].email
const list = pagesOf({ route: '/manager/users/', visitor: 'admin', title: (t) => t.users.title })
const created = pagesOf({ route: '/manager/users/new', visitor: 'admin', title: (t) => t.users.new })

function detail(name: string, person: Person, more: Partial<ProductPage> = {}): ProductPage {
  const title: ProductPage['title'] = (_t, world) => nameOf(world, person)
  const page = pagesOf({ route: '/manager/users/$id/', visitor: 'admin', title })
  return page(name, (world) => `/manager/users/${world[person].id}`, more)
}

function update(name: string, person: Person): ProductPage {
  const title: ProductPage['title'] = (t, world) => fill(t.users.editNamed, { name: nameOf(world, person) })
  const page = pagesOf({ route: '/manager/users/$id/update', visitor: 'admin', title })
  return page(name, (world) => `/manager/users/${world[person].id}/update`)
}

export const peoplePages: readonly ProductPage[] = [
  list('users', '/manager/users'),
  list('users, no match', `/manager/users?searchTerm=${'none'.repeat(25)}`),
  list('users, filtered to none', '/manager/users?role=admin&status=not-onboarded'),
  created('new user', '/manager/users/new'),
  created('new user, nothing typed', '/manager/users/new', { act: submitNothing }),
  detail('user', 'user'),
  detail('banned user', 'banned'),
  detail('user without a name', 'newcomer'),
  detail('oneself', 'admin'),
  ...['acting as', 'banning', 'deleting'].map((doing, position) =>
    detail(`question before ${doing} somebody`, 'user', {
      act: async (page) => {
        await page.locator('main .lg\\:row-span-2 button').nth(position).click()
        await untilDialog(page)
      },
    }),
  ),
  update('change of a user', 'user'),
  update('change of oneself', 'admin'),
]
