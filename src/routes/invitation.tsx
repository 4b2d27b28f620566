import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addInvitationToken } from '#features/invitation/invitation-path.ts'
import { findInvitation } from '#features/invitation/invitation.functions.ts'
import { InvitationPage } from '#features/invitation/pages/invitation-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { SignOutForm } from '#shell/sign-out-form.tsx'
import { urlParameters } from './-url-parameters.ts'

export const Route = createFileRoute('/invitation')({
  staticData: { namespaces: ['invitation'] },
  ...urlParameters({ token: textParameter }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { init }, deps: { token } }) => {
    // Bypass the query cache, because its content is sent to the browser, and the email address is only for the redirect.
    const followed = await findInvitation({ data: { token } })
    // Other signed-in users stay on this page, because the sign-in page would redirect them to their own pages.
    if (followed.state === 'open') {
      const { email, into } = followed
      if (!init.viewer)
        throw redirect({
          to: '/login',
          search: { email, ...(into && { redirect: addInvitationToken('/app/organizations', token) }) },
          statusCode: 302,
        })
      if (into && init.viewer.email === email)
        throw redirect({ href: addInvitationToken('/app/organizations', token), statusCode: 302 })
    }
    return { state: followed.state, days: followed.state === 'over' ? followed.days : undefined }
  },
  head: ({ match }) => pageTitle(match, (t) => t('invitation:title')),
  component: InvitationRoute,
})

function InvitationRoute() {
  const { t } = useTranslation()
  return (
    <LoginFrame>
      <InvitationPage signOutButton={<SignOutForm>{t('signOut')}</SignOutForm>} />
    </LoginFrame>
  )
}
