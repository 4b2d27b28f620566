import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { UsersPage } from '#features/users/pages/users-page.tsx'
import { userListQuery } from '#features/users/users.queries.ts'
import type { UsersSearch } from '#features/users/users.schema.ts'
import { ROLES, USER_STATUSES } from '#features/users/user-choices.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'

// What is so stays out of the URL.
const DEFAULTS: UsersSearch = { searchTerm: '', role: '', status: '', sort: 'newest' }

export const Route = createFileRoute('/manager/users/')({
  staticData: { namespaces: ['users'] },
  validateSearch: usersSearch,
  search: { middlewares: [stripSearchParams<UsersSearch>(DEFAULTS)] },
  loaderDeps: ({ search }) => search,
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
      search={Route.useSearch()}
      onSearch={(changed) =>
        void navigate({
          search: (search) => ({ ...search, ...changed }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
    />
  )
}

function usersSearch(
  search: { searchTerm?: string; role?: string; status?: string; sort?: string } & SearchSchemaInput,
): UsersSearch {
  return {
    searchTerm: textParameter(search.searchTerm),
    role: ROLES.find((role) => role === search.role) ?? DEFAULTS.role,
    status: USER_STATUSES.find((status) => status === search.status) ?? DEFAULTS.status,
    sort: search.sort === 'name' ? 'name' : DEFAULTS.sort,
  }
}
