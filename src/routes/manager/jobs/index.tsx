import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { bulkJobsQuery } from '#bulk/bulk.queries.ts'
import { JobsPage } from '#features/jobs/pages/jobs-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'

const DEFAULTS = { after: '' }

export const Route = createFileRoute('/manager/jobs/')({
  staticData: { namespaces: ['bulk'] },
  validateSearch: (search: { after?: string } & SearchSchemaInput) => ({ after: textParameter(search.after) }),
  search: { middlewares: [stripSearchParams<typeof DEFAULTS>(DEFAULTS)] },
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: ({ context, deps: { after } }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...bulkJobsQuery(after), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('bulk:title')),
  component: JobsRoute,
})

function JobsRoute() {
  return <JobsPage after={Route.useSearch().after} />
}
