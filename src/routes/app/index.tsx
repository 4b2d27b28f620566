import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#features/home/pages/home-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/app/')({
  staticData: { namespaces: ['home'] },
  head: ({ match }) => pageTitle(match, (t) => t('home:title')),
  component: HomeRoute,
})

function HomeRoute() {
  const { name, email, role, permissions } = Route.useRouteContext().viewer
  return <HomePage name={name} email={email} role={role} canManage={permissions.includes('apps:manager')} />
}
