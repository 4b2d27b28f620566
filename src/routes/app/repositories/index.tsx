import { createFileRoute } from '@tanstack/react-router'
import { RepositoriesPage } from '#features/repositories/pages/repositories-page.tsx'
import { repositoryListQuery } from '#features/repositories/repositories.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'
import { inRepositoriesUrl, repositoriesSearch, shownRepositories } from '../../-repositories-search.ts'

export const Route = createFileRoute('/app/repositories/')({
  staticData: { namespaces: ['repositories'] },
  validateSearch: repositoriesSearch,
  loaderDeps: ({ search }) => shownRepositories(search),
  loader: ({ context, deps }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...repositoryListQuery(deps), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('repositories:title')),
  component: RepositoriesRoute,
})

function RepositoriesRoute() {
  const navigate = Route.useNavigate()
  return (
    <RepositoriesPage
      area="app"
      search={shownRepositories(Route.useSearch())}
      onSearch={(changed) =>
        void navigate({
          search: (search) => ({ ...search, ...inRepositoriesUrl(changed) }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
    />
  )
}
