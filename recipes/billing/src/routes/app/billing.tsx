import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { billingQuery } from '#features/billing/billing.queries.ts'
import { BillingPage } from '#features/billing/pages/billing-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

interface Search {
  /** `done` after a payment on Stripe's page. */
  checkout: '' | 'done'
}

export const Route = createFileRoute('/app/billing')({
  staticData: { namespaces: ['billing'] },
  validateSearch: (search: { checkout?: string } & SearchSchemaInput): Search => ({
    checkout: search.checkout === 'done' ? 'done' : '',
  }),
  search: { middlewares: [stripSearchParams<Search>({ checkout: '' })] },
  loader: ({ context }) => context.queryClient.query(billingQuery(false)),
  head: ({ match }) => pageTitle(match, (t) => t('billing:title')),
  component: BillingRoute,
})

function BillingRoute() {
  const { viewer } = Route.useRouteContext()
  return (
    <BillingPage
      organization={viewer.organization ?? null}
      canManage={viewer.permissionsInOrganization?.includes('billing:manage') ?? false}
      isConfirming={Route.useSearch().checkout === 'done'}
    />
  )
}
