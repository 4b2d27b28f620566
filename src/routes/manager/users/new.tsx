import { createFileRoute } from '@tanstack/react-router'
import { UserNewPage } from '#features/users/pages/user-new-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useFormEntry } from '#ui/use-form-entry.ts'

export const Route = createFileRoute('/manager/users/new')({
  staticData: { namespaces: ['users'] },
  head: ({ match }) => pageTitle(match, (t) => t('users:new')),
  component: UserNewRoute,
})

function UserNewRoute() {
  const navigate = Route.useNavigate()
  const { finish } = useFormEntry()
  return (
    <UserNewPage
      onCreated={(id) => finish(() => navigate({ to: '/manager/users/$id', params: { id }, replace: true }))}
    />
  )
}
