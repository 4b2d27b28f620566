import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#features/login/pages/login-page.tsx'
import { failureInUrl } from '#lib/failure-in-url.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loginOptions } from './-login-options.ts'

export const Route = createFileRoute('/login/')({
  ...loginOptions,
  head: ({ match }) => pageTitle(match, (t) => t('login:title')),
  component: LoginRoute,
})

function LoginRoute() {
  const search = Route.useSearch()
  const { demoMode, signUpEnabled, socialProviders } = Route.useRouteContext().init.environment
  return (
    <LoginPage
      redirect={search.redirect}
      email={search.email}
      failure={failureInUrl(search)}
      isDemo={demoMode}
      signUpEnabled={signUpEnabled}
      socialProviders={socialProviders}
    />
  )
}
