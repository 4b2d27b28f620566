import { createFileRoute } from '@tanstack/react-router'
import { notificationsQuery } from '#features/notifications/notifications.queries.ts'
import { NotificationsPage } from '#features/notifications/pages/notifications-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from '../-load-list.ts'
import { urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/app/notifications')({
  staticData: { namespaces: ['notifications'] },
  ...urlParameters({ after: textParameter }),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: ({ context, deps: { after } }) =>
    loadList(() => context.queryClient.infiniteQuery({ ...notificationsQuery(after), staleTime: 'static' })),
  head: ({ match }) => pageTitle(match, (t) => t('notifications:title')),
  component: NotificationsRoute,
})

function NotificationsRoute() {
  return <NotificationsPage after={Route.useSearch().after} />
}
