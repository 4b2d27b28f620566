import { createFileRoute } from '@tanstack/react-router'
import { UserUpdatePage } from '#features/users/pages/user-update-page.tsx'
import { userFieldsQuery } from '#features/users/users.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { displayNameOf } from '#lib/names.ts'
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
  component: () => <UserUpdatePage onOwnChange={useRefetchViewer()} />,
})
