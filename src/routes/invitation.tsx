import { createFileRoute, redirect, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { findInvitation } from '#features/invitation/invitation.functions.ts'
import { InvitationPage } from '#features/invitation/pages/invitation-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { SignOutForm } from '#shell/sign-out-form.tsx'

interface InvitationSearch {
  token: string
}

// What is so stays out of the URL.
const DEFAULTS: InvitationSearch = { token: '' }

export const Route = createFileRoute('/invitation')({
  staticData: { namespaces: ['invitation'] },
  validateSearch: (search: Partial<InvitationSearch> & SearchSchemaInput): InvitationSearch => ({
    token: textParameter(search.token),
  }),
  search: { middlewares: [stripSearchParams<InvitationSearch>(DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { init }, deps: { token } }) => {
    // Not through the cache, which goes along with the page: the address is for the redirection alone.
    const followed = await findInvitation({ data: { token } })
    // Who is signed in would be sent on from there, as whoever they are.
    if (followed.state === 'open') {
      const { email, leadsTo } = followed
      if (!init.viewer)
        throw redirect({ to: '/login', search: { email, ...(leadsTo && { redirect: leadsTo }) }, statusCode: 302 })
      if (leadsTo && init.viewer.email === email) throw redirect({ to: leadsTo, statusCode: 302 })
    }
    return { state: followed.state, days: followed.state === 'over' ? followed.days : undefined }
  },
  head: ({ match }) => pageTitle(match, (t) => t('invitation:title')),
  component: InvitationRoute,
})

function InvitationRoute() {
  const { t } = useTranslation()
  const { state, days } = Route.useLoaderData()
  const { viewer } = Route.useRouteContext().init
  return (
    <LoginFrame>
      <InvitationPage
        state={state}
        days={days}
        viewerEmail={viewer?.email}
        signOutButton={<SignOutForm>{t('signOut')}</SignOutForm>}
      />
    </LoginFrame>
  )
}
