import { createFileRoute, redirect } from '@tanstack/react-router'
import { emailField } from '#user/user-fields.ts'
import { codeRequestQuery } from '#features/login/login.queries.ts'
import { VerifyPage } from '#features/login/pages/verify-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { loginOptions } from './-login-options.ts'

export const Route = createFileRoute('/login/verify')({
  ...loginOptions,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const email = emailField.safeParse(deps.email).data
    if (email === undefined) throw redirect({ to: '/login', search: { redirect: deps.redirect }, statusCode: 302 })
    await context.queryClient.query({ ...codeRequestQuery(email), staleTime: 'static' })
    return { email }
  },
  head: ({ match }) => pageTitle(match, (t) => t('login:verify.title')),
  component: VerifyPage,
})
