import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { LoginErrorPage } from '#features/login/pages/login-error-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/error')({
  validateSearch: (search: { error?: string } & SearchSchemaInput) => ({ error: textParameter(search.error) }),
  head: ({ match }) => pageTitle(match, (t) => t('login:error.title')),
  component: LoginErrorRoute,
})

function LoginErrorRoute() {
  return <LoginErrorPage error={Route.useSearch().error} />
}
