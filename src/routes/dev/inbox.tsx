import { createFileRoute, notFound } from '@tanstack/react-router'
import { inboxQuery } from '#features/inbox/inbox.queries.ts'
import { InboxPage } from '#features/inbox/pages/inbox-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import type { AppInit } from '#shell/app-init.server.ts'

export const Route = createFileRoute('/dev/inbox')({
  staticData: { namespaces: ['inbox'] },
  beforeLoad: ({ context: { init } }) => {
    if (!init.environment.isLocal && !isInSandbox(init)) throw notFound()
  },
  loader: ({ context }) => context.queryClient.query({ ...inboxQuery, staleTime: 'static' }),
  head: ({ match }) =>
    pageTitle(match, (t) => t(isInSandbox(match.context.init) ? 'inbox:sandboxTitle' : 'inbox:title')),
  component: InboxRoute,
})

function isInSandbox({ demo }: AppInit): boolean {
  return typeof demo?.sandboxEndsAt === 'string'
}

function InboxRoute() {
  const { init } = Route.useRouteContext()
  return <InboxPage isOfSandbox={isInSandbox(init)} />
}
