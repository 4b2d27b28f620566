import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '#features/users/pages/users-page.tsx'
import { userCountQuery, userListQuery } from '#features/users/users.queries.ts'
import type { UsersSearch } from '#features/users/users.schema.ts'
import { ROLES, USER_SORTS, USER_STATUSES } from '#features/users/user-choices.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { renderToolsOf } from '../../-list-tools.tsx'
import { loadList } from '../../-load-list.ts'
import { oneOf, urlParameters } from '../../-url-parameters.ts'

export const Route = createFileRoute('/manager/users/')({
  staticData: { namespaces: ['users'] },
  ...urlParameters<UsersSearch>({
    searchTerm: textParameter,
    role: oneOf('', ...ROLES),
    status: oneOf('', ...USER_STATUSES),
    sort: oneOf(...USER_SORTS),
    after: textParameter,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadList(
      () => context.queryClient.infiniteQuery({ ...userListQuery(deps), staleTime: 'static' }),
      () => context.queryClient.query(userCountQuery(deps)),
    ),
  head: ({ match }) => pageTitle(match, (t) => t('users:title')),
  component: UsersRoute,
})

function UsersRoute() {
  const { permissions } = Route.useRouteContext().viewer
  const search = Route.useSearch()
  const tools = renderToolsOf('users', search, { seesAllOwners: true, canCreate: permissions.includes('user:create') })
  return <UsersPage tools={tools} />
}
