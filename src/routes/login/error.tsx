import { createFileRoute } from '@tanstack/react-router'
import { LoginErrorPage } from '#features/login/pages/login-error-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/login/error')({
  ...urlParameters({ redirect: textParameter, error: textParameter }),
  head: ({ match }) => pageTitle(match, (t) => t('login:error.title')),
  component: LoginErrorPage,
})
