import { createFileRoute } from '@tanstack/react-router'
import { nameOf } from '#lib/names.ts'
import { KeysOfPerson } from '#features/api-keys/components/keys-of-person.tsx'
import { PasskeysOfPerson } from '#features/passkeys/components/passkeys-of-person.tsx'
import { secondFactorsOfQuery } from '#features/passkeys/passkeys.queries.ts'
import { UserPage } from '#features/users/pages/user-page.tsx'
import { userHistoryQuery, userQuery, userSessionsQuery } from '#features/users/user-detail.queries.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { loadTexts } from '#i18n/translator.ts'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/users/$id/')({
  staticData: { namespaces: ['user', 'users', 'history', 'passkeys'] },
  loader: async ({ context: { queryClient, i18n }, params: { id }, preload }) => {
    const [user] = await Promise.all([
      queryClient.query({ ...userQuery(id), staleTime: 'static' }),
      queryClient.query({ ...userSessionsQuery(id), staleTime: 'static' }),
      queryClient.query({ ...secondFactorsOfQuery(id), staleTime: 'static' }),
      queryClient.infiniteQuery({ ...userHistoryQuery(id), staleTime: 'static' }),
    ])
    // Few have any, and only they are asked for their words.
    const namespaces: Namespace[] = user.apiKeys.length > 0 ? ['keys'] : []
    await loadTexts(i18n, [{ loaderData: { namespaces } }], preload)
    return { name: nameOf(user), namespaces }
  },
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('users:title')),
  component: UserRoute,
})

function UserRoute() {
  const navigate = Route.useNavigate()
  const { viewer } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { name } = Route.useLoaderData()
  const may = (permission: (typeof viewer.permissions)[number]) => viewer.permissions.includes(permission)
  return (
    <UserPage
      // What was typed into a question about one person must not be asked about the next.
      key={id}
      id={id}
      isSelf={id.toLowerCase() === viewer.id}
      can={{
        impersonate: may('user:impersonate'),
        ban: may('user:ban'),
        delete: may('user:delete'),
        invite: may('user:create'),
      }}
      passkeys={
        <PasskeysOfPerson person={{ id, name }} canRemove={may('passkey:delete') && id.toLowerCase() !== viewer.id} />
      }
      renderKeys={(apiKeys) => <KeysOfPerson personId={id} apiKeys={apiKeys} />}
      // In place of a page that is no more.
      onDeleted={() => navigate({ to: '/manager/users', replace: true })}
    />
  )
}
