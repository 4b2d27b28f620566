import { createFileRoute } from '@tanstack/react-router'
import { organizationHistoryQuery, organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationHistoryPage } from '#features/organizations/pages/organization-history-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from '../../../-url-parameters.ts'

export const Route = createFileRoute('/app/organizations/$id/history')({
  staticData: { namespaces: ['organizations', 'history'] },
  // `from` is the ID of the organization that was active before the user entered this one, or `shared` if none was.
  ...urlParameters({ from: textParameter }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [organization] = await Promise.all([
      queryClient.query({ ...organizationQuery(id), staleTime: 'static' }),
      queryClient.infiniteQuery({ ...organizationHistoryQuery(id), staleTime: 'static' }),
    ])
    return { name: organization.name }
  },
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => [t('common:nav.organizationHistory'), loaderData?.name].filter(Boolean).join(' · ')),
  remountDeps: ({ params }) => params,
  component: OrganizationHistoryPage,
})
