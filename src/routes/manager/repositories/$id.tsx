import { createFileRoute } from '@tanstack/react-router'
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { repositoryQuery } from '#features/repositories/repositories.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { repositorySearch } from '../../-repositories-search.ts'

export const Route = createFileRoute('/manager/repositories/$id')({
  staticData: { namespaces: ['repositories'] },
  validateSearch: repositorySearch,
  loader: ({ context, params }) => context.queryClient.query({ ...repositoryQuery(params.id), staleTime: 'static' }),
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('repositories:title')),
  component: RepositoryRoute,
})

function RepositoryRoute() {
  const navigate = Route.useNavigate()
  const { permissions } = Route.useRouteContext().viewer
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' }, (search, entry) =>
    navigate({ search, resetScroll: false, ...entry }),
  )
  const editing = {
    isOpen: Route.useSearch().dialog === 'edit',
    onOpen: () => void dialog.open({ dialog: 'edit' }),
    onClose: dialog.close,
    onSaved: () => dialog.finish(),
  }
  // In place of a page that is no more.
  const leave = () => navigate({ to: '/manager/repositories', replace: true })
  return (
    <RepositoryPage
      id={Route.useParams().id}
      editing={permissions.includes('repository:update') ? editing : undefined}
      onDeleted={permissions.includes('repository:delete') ? leave : undefined}
    />
  )
}
