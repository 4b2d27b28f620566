import { untilDialog } from './acts.ts'
import type { World } from '../world.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const list = pagesOf({ route: '/app/organizations/', visitor: 'member', title: (t) => t.organizations.title })
const members = pagesOf({
  route: '/app/organizations/$id/',
  visitor: 'member',
  title: (t, { organization }) => `${t.common.nav.members} · ${organization.name}`,
})
const settings = pagesOf({
  route: '/app/organizations/$id/settings',
  visitor: 'member',
  title: (t, { organization }) => `${t.common.nav.settings} · ${organization.name}`,
})
const history = pagesOf({
  route: '/app/organizations/$id/history',
  visitor: 'member',
  title: (t, { organization }) => `${t.common.nav.organizationHistory} · ${organization.name}`,
})
const settingsOf = ({ organization }: World) => `/app/organizations/${organization.id}/settings`

export const organizationPages: readonly ProductPage[] = [
  list('organizations', '/app/organizations'),
  list('no organization yet', '/app/organizations', { visitor: 'user' }),
  list('form for an organization', '/app/organizations?dialog=new', { act: untilDialog }),
  list('organizations to switch to', '/app/organizations', {
    screen: 'desktop',
    act: (page) => page.locator('header summary').first().click(),
  }),
  members('organization', ({ organization }) => `/app/organizations/${organization.id}`),
  history('history of an organization', ({ organization }) => `/app/organizations/${organization.id}/history`),
  settings('settings of an organization', settingsOf),
  members(
    'invitation into an organization',
    ({ organization }) => `/app/organizations/${organization.id}?dialog=invite`,
    { act: untilDialog },
  ),
  settings('question before deleting an organization', (world) => `${settingsOf(world)}?dialog=delete`, {
    act: untilDialog,
  }),
  members(
    'question before removing a member',
    ({ organization: { id, memberId } }) => `/app/organizations/${id}?dialog=remove.${memberId}`,
    { act: untilDialog },
  ),
]
