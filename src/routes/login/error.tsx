import { createFileRoute } from '@tanstack/react-router'
import { LoginErrorPage } from '#features/login/pages/login-error-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { textSearch } from '../-text-search.ts'

export const Route = createFileRoute('/login/error')({
  ...textSearch('redirect', 'error'),
  head: ({ match }) => pageTitle(match, (t) => t('login:error.title')),
  component: LoginErrorPage,
})
