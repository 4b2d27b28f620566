import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SecondFactorPage } from '#features/passkeys/pages/second-factor-page.tsx'
import { secondFactorQuery } from '#features/passkeys/passkeys.queries.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { textParameter } from '#lib/search-text.ts'
import { redirectSignedIn } from '#shell/area-guard.ts'
import { pageTitle } from '#shell/page-title.ts'
import { SignOutForm } from '#shell/sign-out-form.tsx'
import { RecentAuthentication } from '../-recent-authentication.tsx'
import { urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/login/second-factor')({
  staticData: { namespaces: ['passkeys'] },
  ...urlParameters({ redirect: textParameter }),
  beforeLoad: ({ context: { init }, search, location }) => {
    if (!init.viewer) throw redirect({ to: '/login', search: { redirect: location.href }, statusCode: 302 })
    const { needsSecondFactor, lacksRecoveryCodes } = init.viewer
    if (!needsSecondFactor && !lacksRecoveryCodes) redirectSignedIn(init, search.redirect)
  },
  loader: ({ context: { queryClient } }) => queryClient.query({ ...secondFactorQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('passkeys:gate.steps.proof.title')),
  component: SecondFactorRoute,
})

function SecondFactorRoute() {
  const { t } = useTranslation()
  const search = Route.useSearch()
  const { init } = Route.useRouteContext()
  return (
    <>
      <SecondFactorPage
        // Loads a new document, so that earlier refusals are not kept in memory.
        onGiven={() => window.location.assign(safeRedirectPath(search.redirect) ?? '/manager/dashboard')}
        signOutButton={<SignOutForm>{t('signOut')}</SignOutForm>}
      />
      {init.viewer && <RecentAuthentication email={init.viewer.email} />}
    </>
  )
}
