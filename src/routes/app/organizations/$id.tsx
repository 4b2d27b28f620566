import { createFileRoute, stripSearchParams, useNavigate, type SearchSchemaInput } from '@tanstack/react-router'
import { organizationDialog, type OrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { membersQuery, myOrganizationsQuery, organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationPage } from '#features/organizations/pages/organization-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { loadList } from '../../-load-list.ts'
import { useRenewedViewer } from '../../-use-renewed-viewer.ts'

interface Search {
  dialog: OrganizationDialog
  after: string
}

// What is so stays out of the URL.
const DEFAULTS: Search = { dialog: '', after: '' }

export const Route = createFileRoute('/app/organizations/$id')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { dialog?: string; after?: string } & SearchSchemaInput): Search => ({
    dialog: organizationDialog(search.dialog),
    after: textParameter(search.after),
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { after } }) => {
    const organization = await queryClient.query({ ...organizationQuery(id), staleTime: 'static' })
    await loadList(() => queryClient.infiniteQuery({ ...membersQuery(id, after), staleTime: 'static' }))
    return { name: organization.name }
  },
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('organizations:title')),
  component: OrganizationRoute,
})

function OrganizationRoute() {
  // Not the route's own, whose "." would lead back here once the page has gone on.
  const navigate = useNavigate()
  const { id } = Route.useParams()
  const { dialog: open, after } = Route.useSearch()
  const { viewer, queryClient } = Route.useRouteContext()
  const dialog = useUrlDialog<Pick<Search, 'dialog'>>({ dialog: '' }, (changed, entry) =>
    navigate({ to: '.', search: (current) => ({ ...current, ...changed }), resetScroll: false, ...entry }),
  )

  async function goOn() {
    // Only what the next page shows: until it stands, this one would ask for what is gone.
    await queryClient.invalidateQueries({ queryKey: myOrganizationsQuery.queryKey, refetchType: 'none' })
    // In place of a page that is no more, and not of its dialog alone.
    await dialog.leave()
    await navigate({ to: '/app/organizations', replace: true })
    queryClient.removeQueries({ queryKey: organizationQuery(id).queryKey, type: 'inactive' })
  }

  return (
    <OrganizationPage
      key={id}
      id={id}
      viewerId={viewer.id}
      after={after}
      dialog={open}
      onDialog={(asked) => void dialog.open({ dialog: asked })}
      onClose={dialog.close}
      onDone={() => dialog.finish()}
      onOwnChange={useRenewedViewer()}
      onGone={goOn}
    />
  )
}
