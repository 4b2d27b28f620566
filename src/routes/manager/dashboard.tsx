import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.queries.ts'
import { parseDays, type DashboardSearch } from '#features/dashboard/dashboard-search.ts'
import { DashboardPage } from '#features/dashboard/pages/dashboard-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { historyNamespaces } from '#slots/history-namespaces.ts'
import { oneOf, urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/manager/dashboard')({
  staticData: { namespaces: ['dashboard', ...historyNamespaces] },
  ...urlParameters<DashboardSearch>({ days: parseDays, view: oneOf('plot', 'table') }),
  loaderDeps: ({ search }) => ({ days: search.days }),
  loader: ({ context, deps }) => context.queryClient.query({ ...dashboardQuery(deps.days), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('dashboard:title')),
  component: DashboardPage,
})
