import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { myOrganizationsQuery } from '#features/organizations/organizations.queries.ts'
import type { EnteredOrganization } from '#features/organizations/organizations.schema.ts'
import { OrganizationsPage } from '#features/organizations/pages/organizations-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { useRefetchViewer } from '../../-use-refetch-viewer.ts'

interface Search {
  dialog: '' | 'new'
  /** The invitation that a visitor followed. The sign-in pages need it, and the URL of this page omits it. */
  invitation?: string
}

// The URL omits these values.
const DEFAULTS: Search = { dialog: '' }

export const Route = createFileRoute('/app/organizations/')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { dialog?: string; invitation?: string } & SearchSchemaInput): Search => ({
    dialog: search.dialog === 'new' ? 'new' : '',
    ...(search.invitation !== undefined && { invitation: search.invitation }),
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS), stripSearchParams<Search>(['invitation'])] },
  loader: ({ context }) => context.queryClient.query(myOrganizationsQuery),
  head: ({ match }) => pageTitle(match, (t) => t('organizations:title')),
  component: OrganizationsRoute,
})

function OrganizationsRoute() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const dialog = useUrlDialog<Search>(DEFAULTS)
  // Reloads the document, because the session has entered the organization, and this document has data of the previous one.
  const enter = ({ id, from }: EnteredOrganization, entry: { replace: boolean }) =>
    navigate({ to: '/app/organizations/$id', params: { id }, search: { from }, reloadDocument: true, ...entry })
  return (
    <OrganizationsPage
      onOwnChange={useRefetchViewer()}
      onJoined={(entered) => enter(entered, { replace: false })}
      creation={{
        isOpen: search.dialog === 'new',
        onOpen: () => void dialog.open({ dialog: 'new' }),
        onClose: dialog.close,
        onCreated: (entered) => enter(entered, { replace: true }),
      }}
    />
  )
}
