import { createFileRoute } from '@tanstack/react-router'
import { UserNewPage } from '#features/users/pages/user-new-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/users/new')({
  staticData: { namespaces: ['users'] },
  head: ({ match }) => pageTitle(match, (t) => t('users:new')),
  component: UserNewRoute,
})

function UserNewRoute() {
  const navigate = Route.useNavigate()
  return <UserNewPage onCreated={(id) => void navigate({ to: '/manager/users/$id', params: { id } })} />
}
