import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { organizationDialog, type OrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { membersQuery, organizationQuery, type MemberSearch } from '#features/organizations/organizations.queries.ts'
import { OrganizationPage } from '#features/organizations/pages/organization-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../../-load-list.ts'
import { useRefetchViewer } from '../../../-use-refetch-viewer.ts'

interface Search extends MemberSearch {
  dialog: OrganizationDialog
  /** The organization that was active before the user entered this one. */
  from: string
}

// The URL omits these values.
const DEFAULTS: Search = { dialog: '', from: '', searchTerm: '', after: '' }

export const Route = createFileRoute('/app/organizations/$id/')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { [Name in keyof Search]?: string } & SearchSchemaInput): Search => ({
    dialog: organizationDialog(search.dialog),
    from: textParameter(search.from),
    searchTerm: textParameter(search.searchTerm),
    after: textParameter(search.after),
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  loaderDeps: ({ search: { dialog: _dialog, from: _from, ...search } }) => search,
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    const organization = await queryClient.query({ ...organizationQuery(id), staleTime: 'static' })
    await loadList(() => queryClient.infiniteQuery({ ...membersQuery(id, deps), staleTime: 'static' }))
    return { name: organization.name }
  },
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => [t('common:nav.members'), loaderData?.name].filter(Boolean).join(' · ')),
  remountDeps: ({ params }) => params,
  component: () => <OrganizationPage onOwnChange={useRefetchViewer()} />,
})
