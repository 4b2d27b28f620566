import { createFileRoute } from '@tanstack/react-router'
import { bulkJobsQuery } from '#bulk/bulk.queries.ts'
import { JobsPage } from '#features/jobs/pages/jobs-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'
import { textSearch } from '../../-text-search.ts'

export const Route = createFileRoute('/manager/jobs/')({
  staticData: { namespaces: ['bulk'] },
  ...textSearch('after'),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: ({ context, deps: { after } }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...bulkJobsQuery(after), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('bulk:title')),
  component: JobsPage,
})
