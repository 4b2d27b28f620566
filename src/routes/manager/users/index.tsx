import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import type { UsersSearch } from '#features/users/components/user-filters.tsx'
import { UsersPage } from '#features/users/pages/users-page.tsx'
import { userListQuery } from '#features/users/users.queries.ts'
import { ROLES, USER_STATUSES } from '#features/users/user-choices.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'

export const Route = createFileRoute('/manager/users/')({
  staticData: { namespaces: ['users'] },
  validateSearch: usersSearch,
  loaderDeps: ({ search }) => shownUsers(search),
  loader: ({ context, deps }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...userListQuery(deps), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('users:title')),
  component: UsersRoute,
})

function UsersRoute() {
  const navigate = Route.useNavigate()
  const { permissions } = Route.useRouteContext().viewer
  return (
    <UsersPage
      canCreate={permissions.includes('user:create')}
      search={shownUsers(Route.useSearch())}
      onSearch={({ sort, ...changed }) =>
        void navigate({
          search: (search) => ({ ...search, ...changed, ...(sort && { sort: sort === 'name' ? sort : '' }) }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
    />
  )
}

/** What the URL holds. The defaults are empty, so that they do not show. */
function usersSearch(
  search: { searchTerm?: string; role?: string; status?: string; sort?: string } & SearchSchemaInput,
) {
  return {
    searchTerm: textParameter(search.searchTerm),
    role: ROLES.find((role) => role === search.role) ?? '',
    status: USER_STATUSES.find((status) => status === search.status) ?? '',
    sort: search.sort === 'name' ? 'name' : '',
  } as const
}

/** The same, as the page is told. */
function shownUsers({ sort, ...filter }: ReturnType<typeof usersSearch>): UsersSearch {
  return { ...filter, sort: sort === '' ? 'newest' : sort }
}
