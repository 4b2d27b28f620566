import { createFileRoute } from '@tanstack/react-router'
import { myOrganizationsQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationsPage } from '#features/organizations/pages/organizations-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { oneOf, urlParameters } from '../../-url-parameters.ts'

export const Route = createFileRoute('/app/organizations/')({
  staticData: { namespaces: ['organizations'] },
  // `invitation` is the token of an invitation whose link the user followed. The sign-in pages read it from the path to open.
  ...urlParameters({ dialog: oneOf('', 'new'), invitation: textParameter }),
  // Fetch again, because a notification about a new invitation leads to this page.
  loader: ({ context }) => context.queryClient.query({ ...myOrganizationsQuery, staleTime: 0 }),
  head: ({ match }) => pageTitle(match, (t) => t('organizations:title')),
  component: OrganizationsPage,
})
