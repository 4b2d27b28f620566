import {
  createFileRoute,
  stripSearchParams,
  useNavigate,
  useRouter,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { organizationDialog, type OrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { myOrganizationsQuery, organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationSettingsPage } from '#features/organizations/pages/organization-settings-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { skipPages } from '#ui/skip-pages.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { useRefetchViewer } from '../../../-use-refetch-viewer.ts'

interface Search {
  dialog: OrganizationDialog
  /** The organization that was active before the user entered this one. */
  from: string
}

// The URL omits these values.
const DEFAULTS: Search = { dialog: '', from: '' }

export const Route = createFileRoute('/app/organizations/$id/settings')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { [Name in keyof Search]?: string } & SearchSchemaInput): Search => ({
    dialog: organizationDialog(search.dialog),
    from: textParameter(search.from),
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loader: ({ context: { queryClient }, params: { id } }) =>
    queryClient.query({ ...organizationQuery(id), staleTime: 'static' }),
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => [t('common:nav.settings'), loaderData?.name].filter(Boolean).join(' · ')),
  component: SettingsRoute,
})

function SettingsRoute() {
  // Do not use `Route.useNavigate()`: after leaving this page, its "." would lead back to it.
  const navigate = useNavigate()
  const { history } = useRouter()
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const { viewer, queryClient } = Route.useRouteContext()
  const dialog = useUrlDialog<Pick<Search, 'dialog'>>({ dialog: '' })

  async function goOn() {
    // Refetch nothing yet, because this page is still shown and would request the organization that the user has left.
    await queryClient.invalidateQueries({ queryKey: myOrganizationsQuery.queryKey, refetchType: 'none' })
    skipPages(history, `/app/organizations/${id}`, '/app/organizations')
    await navigate({ to: '/app/organizations', replace: true })
    // Remove the data that the user read as a member.
    queryClient.removeQueries({ type: 'inactive' })
  }

  return (
    <OrganizationSettingsPage
      key={id}
      id={id}
      viewer={viewer}
      from={search.from}
      dialog={search.dialog}
      onDialog={(asked) => void dialog.open({ dialog: asked })}
      onClose={dialog.close}
      onOwnChange={useRefetchViewer()}
      onGone={goOn}
    />
  )
}
