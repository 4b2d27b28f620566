import { createFileRoute } from '@tanstack/react-router'
import { noticeLinkQuery } from '#features/activity-report/activity-report.queries.ts'
import { ActivityReportPage } from '#features/activity-report/pages/activity-report-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from './-url-parameters.ts'

export const Route = createFileRoute('/not-me')({
  staticData: { namespaces: ['activity-report'] },
  ...urlParameters({ token: textParameter }),
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => context.queryClient.query({ ...noticeLinkQuery(deps.token), staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('activity-report:title')),
  component: () => (
    <LoginFrame>
      <ActivityReportPage />
    </LoginFrame>
  ),
})
