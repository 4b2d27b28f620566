import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { myOrganizationsQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationsPage } from '#features/organizations/pages/organizations-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { useRenewedViewer } from '../../-use-renewed-viewer.ts'

interface Search {
  dialog: '' | 'new'
}

// What is so stays out of the URL.
const DEFAULTS: Search = { dialog: '' }

export const Route = createFileRoute('/app/organizations/')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { dialog?: string } & SearchSchemaInput): Search => ({
    dialog: search.dialog === 'new' ? 'new' : '',
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loader: ({ context }) => context.queryClient.query(myOrganizationsQuery),
  head: ({ match }) => pageTitle(match, (t) => t('organizations:title')),
  component: OrganizationsRoute,
})

function OrganizationsRoute() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const dialog = useUrlDialog<Search>(DEFAULTS, (changed, entry) =>
    navigate({ to: '.', search: changed, resetScroll: false, ...entry }),
  )
  return (
    <OrganizationsPage
      onOwnChange={useRenewedViewer()}
      creation={{
        isOpen: search.dialog === 'new',
        onOpen: () => void dialog.open({ dialog: 'new' }),
        onClose: dialog.close,
        onCreated: (id) =>
          dialog.finish(() => navigate({ to: '/app/organizations/$id', params: { id }, replace: true })),
      }}
    />
  )
}
