import { untilDialog } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const list = pagesOf({ route: '/app/organizations/', visitor: 'member', title: (t) => t.organizations.title })
const detail = pagesOf({
  route: '/app/organizations/$id',
  visitor: 'member',
  title: (_t, { organization }) => organization.name,
})

const dialog = (name: string, wanted: string) =>
  detail(name, ({ organization }) => `/app/organizations/${organization.id}?dialog=${wanted}`, { act: untilDialog })

export const organizationPages: readonly ProductPage[] = [
  list('organizations', '/app/organizations'),
  list('no organization yet', '/app/organizations', { visitor: 'user' }),
  list('form for an organization', '/app/organizations?dialog=new', { act: untilDialog }),
  list('organizations to switch to', '/app/organizations', {
    screen: 'desktop',
    act: (page) => page.locator('header summary').first().click(),
  }),
  detail('organization', ({ organization }) => `/app/organizations/${organization.id}`),
  dialog('new name of an organization', 'rename'),
  dialog('invitation into an organization', 'invite'),
  dialog('question before deleting an organization', 'delete'),
  detail(
    'question before removing a member',
    ({ organization: { id, memberId } }) => `/app/organizations/${id}?dialog=remove.${memberId}`,
    { act: untilDialog },
  ),
]
