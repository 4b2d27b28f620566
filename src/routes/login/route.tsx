import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invitationTokenIn } from '#features/invitation/invitation-path.ts'
import type { InvitationTarget } from '#features/invitation/invitation.schema.ts'
import { isolateDirection } from '#lib/intl.ts'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/login')({
  staticData: { namespaces: ['login'] },
  // The path after sign-in.
  ...urlParameters({ redirect: textParameter }),
  loaderDeps: ({ search }) => ({ token: invitationTokenIn(search.redirect) }),
  loader: async ({ deps: { token } }) => {
    if (token === '') return null
    // Loaded on demand, because few visitors follow an invitation and the page should stay small.
    const { findInvitation } = await import('#features/invitation/invitation.functions.ts')
    const followed = await findInvitation({ data: { token } })
    return (followed.state === 'open' && followed.into) || null
  },
  component: LoginLayout,
})

function LoginLayout() {
  const invitation = Route.useLoaderData()
  return (
    <LoginFrame>
      {invitation && <InvitationNote {...invitation} />}
      <Outlet />
    </LoginFrame>
  )
}

function InvitationNote({ name, invitedBy }: InvitationTarget) {
  const { t } = useTranslation('login')
  const names = { place: isolateDirection(name), name: isolateDirection(invitedBy ?? '') }
  return (
    <p className="mb-6 rounded-card border border-hairline bg-surface px-4 py-3 break-words">
      {t(invitedBy === null ? 'invited' : 'invitedBy', names)}
    </p>
  )
}
