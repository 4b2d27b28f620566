import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { noticeLinkQuery } from '#features/not-me/not-me.queries.ts'
import { NotMePage } from '#features/not-me/pages/not-me-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'

interface NotMeSearch {
  token: string
}

// What is so stays out of the URL.
const DEFAULTS: NotMeSearch = { token: '' }

export const Route = createFileRoute('/not-me')({
  staticData: { namespaces: ['disown'] },
  validateSearch: (search: Partial<NotMeSearch> & SearchSchemaInput): NotMeSearch => ({
    token: textParameter(search.token),
  }),
  search: { middlewares: [stripSearchParams<NotMeSearch>(DEFAULTS)] },
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => context.queryClient.query({ ...noticeLinkQuery(deps.token), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('disown:title')),
  component: NotMeRoute,
})

function NotMeRoute() {
  const { token } = Route.useSearch()
  const refused = useRefusedForm('disown-notice')
  return (
    <LoginFrame>
      <NotMePage token={token} failure={refused?.failure} />
    </LoginFrame>
  )
}
