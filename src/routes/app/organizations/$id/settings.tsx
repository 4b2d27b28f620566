import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { organizationDialog, type OrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationSettingsPage } from '#features/organizations/pages/organization-settings-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
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
  remountDeps: ({ params }) => params,
  component: () => <OrganizationSettingsPage onOwnChange={useRefetchViewer()} />,
})
