import { createFileRoute } from '@tanstack/react-router'
import { bulkJobQuery, bulkProblemsQuery } from '#bulk/bulk.queries.ts'
import type { NamedKind } from '#bulk/use-bulk-undo.ts'
import { JobPage } from '#features/jobs/pages/job-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { jobNamespaces } from '#slots/job-namespaces.ts'
import { jobLinks } from '#slots/jobs.ts'

export const Route = createFileRoute('/manager/jobs/$id')({
  staticData: { namespaces: jobNamespaces },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { kind, refused, undoRefused } = await queryClient.query({ ...bulkJobQuery(id), staleTime: 'static' })
    await queryClient.infiniteQuery({ ...bulkProblemsQuery(id, refused + undoRefused), staleTime: 'static' })
    return { kind }
  },
  head: ({ match, loaderData }) =>
    pageTitle(match, (t) => (loaderData ? t(`bulk:kinds.${loaderData.kind as NamedKind}`) : t('bulk:title'))),
  component: () => <JobPage links={jobLinks} />,
})
