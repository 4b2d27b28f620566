import { createFileRoute } from '@tanstack/react-router'
import { RepositoriesPage } from '#features/repositories/pages/repositories-page.tsx'
import { repositoryListQuery } from '#features/repositories/repositories.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { loadList } from '../../-load-list.ts'
import { inRepositoriesUrl, repositoriesSearch, shownRepositories } from '../../-repositories-search.ts'

export const Route = createFileRoute('/manager/repositories/')({
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
  const search = Route.useSearch()
  const { permissions } = Route.useRouteContext().viewer
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' }, (changed, entry) =>
    navigate({ search: (current) => ({ ...current, ...changed }), resetScroll: false, ...entry }),
  )
  const creation = {
    isOpen: search.dialog === 'new',
    onOpen: () => void dialog.open({ dialog: 'new' }),
    onClose: dialog.close,
    onCreated: (id: string) =>
      dialog.finish(() => navigate({ to: '/manager/repositories/$id', params: { id }, replace: true })),
  }
  return (
    <RepositoriesPage
      area="manager"
      search={shownRepositories(search)}
      onSearch={(changed) =>
        void navigate({
          search: (current) => ({ ...current, ...inRepositoriesUrl(changed) }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
      creation={permissions.includes('repository:create') ? creation : undefined}
    />
  )
}
