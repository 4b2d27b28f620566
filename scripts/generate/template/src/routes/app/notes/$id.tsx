import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { noteQuery } from '#features/notes/notes.queries.ts'
import { NotePage } from '#features/notes/pages/note-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'

interface Search {
  dialog: '' | 'edit' | 'delete'
}

// Default values are stripped from the URL.
const DEFAULTS: Search = { dialog: '' }

export const Route = createFileRoute('/app/notes/$id')({
  staticData: { namespaces: ['notes'] },
  validateSearch: (search: { dialog?: string } & SearchSchemaInput): Search => ({
    dialog: search.dialog === 'edit' || search.dialog === 'delete' ? search.dialog : DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loader: ({ context: { queryClient }, params }) => queryClient.query({ ...noteQuery(params.id), staleTime: 'static' }),
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.headline ?? t('notes:title')),
  component: Note,
})

/** Renders a note with the actions that the viewer is allowed. */
function Note() {
  const navigate = Route.useNavigate()
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  // In an organization, the user's role in the organization decides, not the role of the account.
  const permissions = viewer.organization ? (viewer.permissionsInOrganization ?? []) : viewer.permissions
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' })
  const editing = {
    isOpen: search.dialog === 'edit',
    onOpen: () => void dialog.open({ dialog: 'edit' }),
    onClose: dialog.close,
    onSaved: () => dialog.finish(),
  }
  const deletion = {
    isAsked: search.dialog === 'delete',
    onDismissed: dialog.close,
    // Replace the history entry, because the page no longer exists.
    onDeleted: () => navigate({ to: '/app/notes', replace: true }),
  }
  return (
    <NotePage
      id={id}
      editing={permissions.includes('note:update') ? editing : undefined}
      deletion={permissions.includes('note:delete') ? deletion : undefined}
    />
  )
}
