import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.queries.ts'
import { DASHBOARD_DEFAULTS, dashboardSearch, type DashboardSearch } from '#features/dashboard/dashboard-search.ts'
import { DashboardPage } from '#features/dashboard/pages/dashboard-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/dashboard')({
  staticData: { namespaces: ['dashboard', 'history'] },
  validateSearch: (search: Partial<DashboardSearch> & SearchSchemaInput) => dashboardSearch(search),
  search: { middlewares: [stripSearchParams<DashboardSearch>(DASHBOARD_DEFAULTS)] },
  loaderDeps: ({ search }) => ({ days: search.days }),
  loader: ({ context, deps }) => context.queryClient.query({ ...dashboardQuery(deps.days), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('dashboard:title')),
  component: DashboardPage,
})
