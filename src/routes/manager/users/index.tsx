import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { UsersPage } from '#features/users/pages/users-page.tsx'
import { userCountQuery, userListQuery } from '#features/users/users.queries.ts'
import type { UsersSearch } from '#features/users/users.schema.ts'
import { ROLES, USER_STATUSES } from '#features/users/user-choices.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { renderToolsOf } from '../../-list-tools.tsx'
import { loadList } from '../../-load-list.ts'

// The URL omits these values.
const DEFAULTS: UsersSearch = { searchTerm: '', role: '', status: '', sort: 'newest', after: '' }

export const Route = createFileRoute('/manager/users/')({
  staticData: { namespaces: ['users'] },
  validateSearch: usersSearch,
  search: { middlewares: [stripSearchParams<UsersSearch>(DEFAULTS)] },
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
  const navigate = Route.useNavigate()
  const { permissions } = Route.useRouteContext().viewer
  const search = Route.useSearch()
  return (
    <UsersPage
      permissions={permissions}
      search={search}
      tools={renderToolsOf('users', search, { isOfAll: true, canCreate: permissions.includes('user:create') })}
      onSearch={(changed) =>
        void navigate({
          search: (search) => ({ ...search, after: '', ...changed }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
    />
  )
}

function usersSearch(search: { [Name in keyof UsersSearch]?: string } & SearchSchemaInput): UsersSearch {
  return {
    searchTerm: textParameter(search.searchTerm),
    role: ROLES.find((role) => role === search.role) ?? DEFAULTS.role,
    status: USER_STATUSES.find((status) => status === search.status) ?? DEFAULTS.status,
    sort: search.sort === 'name' ? 'name' : DEFAULTS.sort,
    after: textParameter(search.after),
  }
}
