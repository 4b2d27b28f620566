import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.queries.ts'
import { DashboardPage } from '#features/dashboard/pages/dashboard-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/dashboard')({
  staticData: { namespaces: ['dashboard', 'history'] },
  loader: ({ context }) => context.queryClient.query({ ...dashboardQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('dashboard:title')),
  component: DashboardPage,
})
