import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { myOrganizationsQuery } from '#features/organizations/organizations.queries.ts'
import { OrganizationsPage } from '#features/organizations/pages/organizations-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

interface Search {
  dialog: '' | 'new'
  /** The token of an invitation whose link the user followed. The sign-in pages read it from the path to open. */
  invitation?: string
}

// The URL omits these values.
const DEFAULTS: Search = { dialog: '' }

export const Route = createFileRoute('/app/organizations/')({
  staticData: { namespaces: ['organizations'] },
  validateSearch: (search: { dialog?: string; invitation?: string } & SearchSchemaInput): Search => ({
    dialog: search.dialog === 'new' ? 'new' : '',
    ...(search.invitation !== undefined && { invitation: search.invitation }),
  }),
  search: { middlewares: [stripSearchParams<Search>(DEFAULTS)] },
  // Fetch again, because a notification about a new invitation leads to this page.
  loader: ({ context }) => context.queryClient.query({ ...myOrganizationsQuery, staleTime: 0 }),
  head: ({ match }) => pageTitle(match, (t) => t('organizations:title')),
  component: OrganizationsPage,
})
