import type { QueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { RepositoriesPage } from '#features/repositories/pages/repositories-page.tsx'
import { repositoryListQuery } from '#features/repositories/repositories.queries.ts'
import type { RepositoriesSearch } from '#features/repositories/repositories.schema.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { loadList } from './-load-list.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  deps: RepositoriesSearch
}

/** Fills the query cache with the first page of the list. */
export function loadRepositories({ context, deps }: LoaderInput): Promise<void> {
  return loadList(() => context.queryClient.infiniteQuery({ ...repositoryListQuery(deps), staleTime: 'static' }))
}

/** The list of repositories with what its area allows: administrators add one in theirs. */
export function Repositories({ area }: { area: 'app' | 'manager' }) {
  const navigate = useNavigate()
  const search = useSearch({ from: `/${area}/repositories/` })
  const { permissions } = useRouteContext({ from: `/${area}` }).viewer
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' }, (changed, entry) =>
    navigate({ to: '.', search: (current) => ({ ...current, ...changed }), resetScroll: false, ...entry }),
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
      area={area}
      search={search}
      onSearch={(changed) =>
        void navigate({
          to: '.',
          search: (current) => ({ ...current, ...changed }),
          replace: changed.searchTerm !== undefined,
          resetScroll: false,
        })
      }
      creation={area === 'manager' && permissions.includes('repository:create') ? creation : undefined}
    />
  )
}
