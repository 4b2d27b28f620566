import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '#features/webhooks/pages/webhooks-page.tsx'
import { webhookListQuery } from '#features/webhooks/webhooks.queries.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../../-load-list.ts'

export const Route = createFileRoute('/manager/webhooks/')({
  staticData: { namespaces: ['webhooks', 'history'] },
  loader: ({ context: { queryClient } }) =>
    loadList(() => queryClient.infiniteQuery({ ...webhookListQuery, staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('webhooks:title')),
  component: WebhooksPage,
})
