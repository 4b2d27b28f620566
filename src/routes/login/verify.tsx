import { createFileRoute, redirect } from '@tanstack/react-router'
import { emailField } from '#auth/person-fields.ts'
import { loginRequestQuery } from '#features/login/login.queries.ts'
import { VerifyPage } from '#features/login/pages/verify-page.tsx'
import { skipLogin } from '#shell/area-guard.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loginSearch } from './-login-search.ts'

export const Route = createFileRoute('/login/verify')({
  validateSearch: loginSearch,
  beforeLoad: ({ context, search }) => {
    skipLogin(context.init, search.redirect)
    const email = emailField.safeParse(search.email).data
    if (email === undefined) throw redirect({ to: '/login', search: { redirect: search.redirect }, statusCode: 302 })
    return { email }
  },
  loader: ({ context }) => context.queryClient.query({ ...loginRequestQuery(context.email), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('login:verify.title')),
  component: VerifyRoute,
})

function VerifyRoute() {
  const { email, init } = Route.useRouteContext()
  return <VerifyPage email={email} redirect={Route.useSearch().redirect} hasInbox={init.environment.isLocal} />
}
