import { createFileRoute } from '@tanstack/react-router'
import { WebhookPage } from '#features/webhooks/pages/webhook-page.tsx'
import { deliveriesQuery, webhookQuery } from '#features/webhooks/webhooks.queries.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from '../../-url-parameters.ts'

export const Route = createFileRoute('/manager/webhooks/$id')({
  staticData: { namespaces: ['webhooks', 'history'] },
  ...urlParameters({ delivery: textParameter }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [webhook] = await Promise.all([
      queryClient.query({ ...webhookQuery(id), staleTime: 'static' }),
      queryClient.infiniteQuery({ ...deliveriesQuery(id), staleTime: 'static' }),
    ])
    return { name: new URL(webhook.url).host }
  },
  head: ({ match, loaderData }) => pageTitle(match, (t) => loaderData?.name ?? t('webhooks:title')),
  // Resets the dialogs when another webhook is opened.
  remountDeps: ({ params }) => params,
  component: WebhookPage,
})
