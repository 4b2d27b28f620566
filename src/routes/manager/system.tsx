import { createFileRoute } from '@tanstack/react-router'
import { systemQuery } from '#features/system/system.queries.ts'
import { SystemPage } from '#features/system/pages/system-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/manager/system')({
  staticData: { namespaces: ['system'] },
  loader: ({ context }) => context.queryClient.query({ ...systemQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('system:title')),
  component: SystemPage,
})
