import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#features/login/pages/login-page.tsx'
import { skipLogin } from '#shell/area-guard.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loginSearch } from './-login-search.ts'

export const Route = createFileRoute('/login/')({
  validateSearch: loginSearch,
  beforeLoad: ({ context, search }) => skipLogin(context.init, search.redirect),
  head: ({ match }) => pageTitle(match, (t) => t('login:title')),
  component: LoginRoute,
})

function LoginRoute() {
  const { redirect, email } = Route.useSearch()
  const { signUpEnabled, socialProviders } = Route.useRouteContext().init.environment
  return <LoginPage redirect={redirect} email={email} signUpEnabled={signUpEnabled} socialProviders={socialProviders} />
}
