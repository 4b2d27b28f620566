import { createFileRoute } from '@tanstack/react-router'
import { parseOrganizationDialog } from '#features/organizations/organization-dialog.ts'
import { membersQuery, organizationQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationPage } from '#features/organizations/pages/organization-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../../-load-list.ts'
import { urlParameters } from '../../../-url-parameters.ts'

export const Route = createFileRoute('/app/organizations/$id/')({
  staticData: { namespaces: ['organizations'] },
  ...urlParameters({
    dialog: parseOrganizationDialog,
    // The organization that was active before the user entered this one.
    from: textParameter,
    searchTerm: textParameter,
    after: textParameter,
  }),
  loaderDeps: ({ search: { dialog: _dialog, from: _from, ...search } }) => search,
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    const organization = await queryClient.query({ ...organizationQuery(id), staleTime: 'static' })
    await loadList(() => queryClient.infiniteQuery({ ...membersQuery(id, deps), staleTime: 'static' }))
    return { name: organization.name }
  },
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => [t('common:nav.members'), loaderData?.name].filter(Boolean).join(' · ')),
  remountDeps: ({ params }) => params,
  component: OrganizationPage,
})
