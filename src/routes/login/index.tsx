import { createFileRoute } from '@tanstack/react-router'
import { signInMethods } from '#slots/sign-in.ts'
import { LoginPage } from '#features/login/pages/login-page.tsx'
import { pageTitle, shareCard } from '#shell/page-title.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { loginOptions } from './-login-options.ts'

export const Route = createFileRoute('/login/')({
  ...loginOptions,
  head: ({ match }) => ({
    meta: [...pageTitle(match, (t) => t('login:title')).meta, ...shareCard(match, (t) => t('login:lead'))],
  }),
  component: LoginRoute,
})

function LoginRoute() {
  const search = Route.useSearch()
  const refused = useRefusedForm('ask-for-code')
  const { demoMode, signUpEnabled } = Route.useRouteContext().init.environment
  return (
    <LoginPage
      redirect={search.redirect}
      email={refused?.fields.email ?? search.email}
      failure={refused?.failure}
      isDemo={demoMode}
      signUpEnabled={signUpEnabled}
    >
      {Object.entries(signInMethods).map(([name, Way]) => (
        <Way key={name} redirect={search.redirect} />
      ))}
    </LoginPage>
  )
}
