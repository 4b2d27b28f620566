import { createFileRoute } from '@tanstack/react-router'
import type { ReadUserData } from '#feature/user-section.ts'
import { displayNameOf } from '#lib/names.ts'
import { PasskeysOfUser } from '#features/passkeys/components/passkeys-of-user.tsx'
import { secondFactorsOfQuery } from '#features/passkeys/passkeys.queries.ts'
import { UserPage } from '#features/users/pages/user-page.tsx'
import { userHistoryQuery, userQuery, userSessionsQuery } from '#features/users/user-detail.queries.ts'
import { loadTexts } from '#i18n/translator.ts'
import { pageTitle } from '#shell/page-title.ts'
import { userSections } from '#slots/user.ts'

export const Route = createFileRoute('/manager/users/$id/')({
  staticData: { namespaces: ['user', 'users', 'history', 'passkeys'] },
  loader: async ({ context: { queryClient, i18n }, params: { id }, location }) => {
    const [user] = await Promise.all([
      queryClient.query({ ...userQuery(id), staleTime: 'static' }),
      queryClient.query({ ...userSessionsQuery(id), staleTime: 'static' }),
      queryClient.query({ ...secondFactorsOfQuery(id), staleTime: 'static' }),
      queryClient.infiniteQuery({ ...userHistoryQuery(id), staleTime: 'static' }),
    ])
    const namespaces = Object.values<Awaited<ReturnType<ReadUserData>>>(user.parts).flatMap((part) => part?.texts ?? [])
    await loadTexts(i18n, [{ loaderData: { namespaces } }], location)
    return { name: displayNameOf(user), namespaces }
  },
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('users:title')),
  component: UserRoute,
})

function UserRoute() {
  const navigate = Route.useNavigate()
  const { viewer } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { name } = Route.useLoaderData()
  const isSelf = id.toLowerCase() === viewer.id
  return (
    <UserPage
      // Resets the dialogs, so that text typed for one user is never used for the next.
      key={id}
      id={id}
      isSelf={isSelf}
      permissions={viewer.permissions}
      passkeys={
        <PasskeysOfUser user={{ id, name }} canRemove={!isSelf && viewer.permissions.includes('passkey:delete')} />
      }
      renderParts={(read) =>
        Object.entries(userSections).map(([part, { Section }]) => <Section key={part} id={id} read={read[part]} />)
      }
      renderSignOutNotes={(read) =>
        Object.entries(userSections).map(([part, { EndingNote }]) => (
          <EndingNote key={part} id={id} read={read[part]} />
        ))
      }
      // Replaces the deleted page in the history.
      onDeleted={() => navigate({ to: '/manager/users', replace: true })}
    />
  )
}
