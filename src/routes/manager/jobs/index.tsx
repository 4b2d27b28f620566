import { createFileRoute } from '@tanstack/react-router'
import { bulkJobsQuery } from '#bulk/bulk.queries.ts'
import { JobsPage } from '#features/jobs/pages/jobs-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'
import { urlParameters } from '../../-url-parameters.ts'

export const Route = createFileRoute('/manager/jobs/')({
  staticData: { namespaces: ['bulk'] },
  ...urlParameters({ after: textParameter }),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: ({ context, deps: { after } }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...bulkJobsQuery(after), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('bulk:title')),
  component: JobsPage,
})
