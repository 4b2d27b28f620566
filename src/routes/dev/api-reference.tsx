import { createFileRoute } from '@tanstack/react-router'
import { operationsQuery } from '#features/api-reference/api-reference.queries.ts'
import { ApiReferencePage } from '#features/api-reference/pages/api-reference-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { requireLocalMode } from '../-local-mode-only.ts'

export const Route = createFileRoute('/dev/api-reference')({
  staticData: { namespaces: ['api-reference'] },
  beforeLoad: requireLocalMode,
  loader: ({ context }) => context.queryClient.query({ ...operationsQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('api-reference:title')),
  component: ApiReferencePage,
})
