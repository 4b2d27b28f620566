import { createFileRoute } from '@tanstack/react-router'
import { UserUpdatePage } from '#features/users/pages/user-update-page.tsx'
import { userFieldsQuery } from '#features/users/users.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { displayNameOf } from '#lib/names.ts'
import { useFormEntry } from '#ui/use-form-entry.ts'
import { useRefetchViewer } from '../../../-use-refetch-viewer.ts'

export const Route = createFileRoute('/manager/users/$id/update')({
  staticData: { namespaces: ['users'] },
  // The form starts from current data, not from cached data.
  gcTime: 0,
  loader: ({ context, params }) => context.queryClient.query({ ...userFieldsQuery(params.id), staleTime: 0 }),
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) =>
      loaderData ? t('users:editNamed', { name: displayNameOf(loaderData) }) : t('users:title'),
    ),
  component: UserUpdateRoute,
})

function UserUpdateRoute() {
  const { id } = Route.useParams()
  const { viewer } = Route.useRouteContext()
  const renewViewer = useRefetchViewer()
  const navigate = Route.useNavigate()
  const { finish } = useFormEntry()
  const isSelf = id.toLowerCase() === viewer.id

  async function leave() {
    // The frame of the page also shows the user's own name.
    if (isSelf) await renewViewer()
    await finish(() => navigate({ to: '/manager/users/$id', params: { id }, replace: true }))
  }

  return <UserUpdatePage id={id} isSelf={isSelf} onSaved={leave} />
}
