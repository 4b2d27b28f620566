import { createFileRoute } from '@tanstack/react-router'
import { signInMethods } from '#slots/sign-in.ts'
import { LoginPage } from '#features/login/pages/login-page.tsx'
import { pageTitle, shareMetaTags } from '#shell/page-title.ts'
import { loginOptions } from './-login-options.ts'

export const Route = createFileRoute('/login/')({
  ...loginOptions,
  head: ({ match }) => ({
    meta: [...pageTitle(match, (t) => t('login:title')).meta, ...shareMetaTags(match, (t) => t('login:lead'))],
  }),
  component: LoginRoute,
})

function LoginRoute() {
  const { redirect } = Route.useSearch()
  return (
    <LoginPage>
      {Object.entries(signInMethods).map(([name, Method]) => (
        <Method key={name} redirect={redirect} />
      ))}
    </LoginPage>
  )
}
