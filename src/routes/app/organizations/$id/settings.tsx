import { createFileRoute } from '@tanstack/react-router'
import { parseOrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationSettingsPage } from '#features/organizations/pages/organization-settings-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from '../../../-url-parameters.ts'

export const Route = createFileRoute('/app/organizations/$id/settings')({
  staticData: { namespaces: ['organizations'] },
  // `from` is the organization that was active before the user entered this one.
  ...urlParameters({ dialog: parseOrganizationDialog, from: textParameter }),
  loader: ({ context: { queryClient }, params: { id } }) =>
    queryClient.query({ ...organizationQuery(id), staleTime: 'static' }),
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => [t('common:nav.settings'), loaderData?.name].filter(Boolean).join(' · ')),
  remountDeps: ({ params }) => params,
  component: OrganizationSettingsPage,
})
