import type { QueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router'
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { repositoryQuery } from '#features/repositories/repositories.queries.ts'
import type { RepositoryDetail } from '#features/repositories/repositories.schema.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  params: { id: string }
}

/** Fills the query cache with the repository. */
export function loadRepository({ context, params }: LoaderInput): Promise<RepositoryDetail> {
  return context.queryClient.query({ ...repositoryQuery(params.id), staleTime: 'static' })
}

/** One repository with what its area allows: administrators change and delete it in theirs. */
export function Repository({ area }: { area: 'app' | 'manager' }) {
  const from = `/${area}/repositories/$id` as const
  const navigate = useNavigate()
  const search = useSearch({ from })
  const { permissions } = useRouteContext({ from: `/${area}` }).viewer
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' }, (changed, entry) =>
    navigate({ to: '.', search: changed, resetScroll: false, ...entry }),
  )
  const editing = {
    isOpen: search.dialog === 'edit',
    onOpen: () => void dialog.open({ dialog: 'edit' }),
    onClose: dialog.close,
    onSaved: () => dialog.finish(),
  }
  // In place of a page that is no more.
  const leave = () => navigate({ to: '/manager/repositories', replace: true })
  const isManager = area === 'manager'
  return (
    <RepositoryPage
      id={useParams({ from }).id}
      editing={isManager && permissions.includes('repository:update') ? editing : undefined}
      onDeleted={isManager && permissions.includes('repository:delete') ? leave : undefined}
    />
  )
}
