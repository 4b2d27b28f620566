import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { noteFilters } from '#features/notes/notes.fields.ts'
import { noteCountQuery, noteListQuery } from '#features/notes/notes.queries.ts'
import type { NotesSearch } from '#features/notes/notes.schema.ts'
import { NotesPage } from '#features/notes/pages/notes-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { loadList } from '../../-load-list.ts'

interface Search extends NotesSearch {
  dialog: '' | 'new'
}

// Default values are stripped from the URL.
const DEFAULTS: Search = { ...z.parse(noteFilters, {}), searchTerm: '', sort: 'newest', after: '', dialog: '' }

export const Route = createFileRoute('/app/notes/')({
  staticData: { namespaces: ['notes'] },
  validateSearch: (search: { [Name in keyof Search]?: string } & SearchSchemaInput): Search => ({
    ...z.parse(noteFilters, search),
    searchTerm: textParameter(search.searchTerm),
    sort: search.sort === 'headline' ? 'headline' : DEFAULTS.sort,
    after: textParameter(search.after),
    dialog: search.dialog === 'new' ? 'new' : DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loaderDeps: ({ search: { dialog: _dialog, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    loadList(
      () => queryClient.infiniteQuery({ ...noteListQuery(deps), staleTime: 'static' }),
      () => queryClient.query(noteCountQuery(deps)),
    ),
  head: ({ match }) => pageTitle(match, (t) => t('notes:title')),
  component: Notes,
})

/** Renders the list with the actions that the viewer is allowed. */
function Notes() {
  const navigate = Route.useNavigate()
  const { dialog: shown, ...search } = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  // In an organization, the user's role in the organization decides, not the role of the account.
  const permissions = viewer.organization ? (viewer.permissionsInOrganization ?? []) : viewer.permissions
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' })
  const creation = {
    isOpen: shown === 'new',
    onOpen: () => void dialog.open({ dialog: 'new' }),
    onClose: dialog.close,
    organization: viewer.organization?.id ?? '',
    onCreated: (id: string) => dialog.finish(() => navigate({ to: '/app/notes/$id', params: { id }, replace: true })),
  }
  return <NotesPage search={search} creation={permissions.includes('note:create') ? creation : undefined} />
}
