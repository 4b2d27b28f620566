import { createFileRoute, notFound } from '@tanstack/react-router'
import { inboxQuery } from '#features/inbox/inbox.queries.ts'
import { InboxPage } from '#features/inbox/pages/inbox-page.tsx'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/dev/inbox')({
  staticData: { namespaces: ['inbox'] },
  beforeLoad: ({ context }) => {
    if (!context.init.environment.isLocal) throw notFound()
  },
  loader: ({ context }) => context.queryClient.query({ ...inboxQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('inbox:title')),
  component: InboxPage,
})
