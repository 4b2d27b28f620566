import { createFileRoute } from '@tanstack/react-router'
import { inboxQuery } from '#features/inbox/inbox.queries.ts'
import { InboxPage } from '#features/inbox/pages/inbox-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { localModeOnly } from '../-local-mode-only.ts'

export const Route = createFileRoute('/dev/inbox')({
  staticData: { namespaces: ['inbox'] },
  beforeLoad: localModeOnly,
  loader: ({ context }) => context.queryClient.query({ ...inboxQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('inbox:title')),
  component: InboxPage,
})
