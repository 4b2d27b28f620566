import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { noticeLinkQuery } from '#features/activity-report/activity-report.queries.ts'
import { ActivityReportPage } from '#features/activity-report/pages/activity-report-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'

interface NotMeSearch {
  token: string
}

// The URL omits these values.
const DEFAULTS: NotMeSearch = { token: '' }

export const Route = createFileRoute('/not-me')({
  staticData: { namespaces: ['activity-report'] },
  validateSearch: (search: Partial<NotMeSearch> & SearchSchemaInput): NotMeSearch => ({
    token: textParameter(search.token),
  }),
  search: { middlewares: [stripSearchParams<NotMeSearch>(DEFAULTS)] },
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => context.queryClient.query({ ...noticeLinkQuery(deps.token), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('activity-report:title')),
  component: NotMeRoute,
})

function NotMeRoute() {
  const { token } = Route.useSearch()
  const refused = useRefusedForm('report-activity')
  return (
    <LoginFrame>
      <ActivityReportPage token={token} failure={refused?.failure} />
    </LoginFrame>
  )
}
