import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { notificationsQuery } from '#features/notifications/notifications.queries.ts'
import { NotificationsPage } from '#features/notifications/pages/notifications-page.tsx'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { loadList } from './-load-list.ts'
import { urlParameters } from './-url-parameters.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  deps: { after: string }
}

/** The route options of the page of notifications, shared by both areas. */
export const notificationsOptions = {
  staticData: { namespaces: ['notifications'] satisfies Namespace[] },
  ...urlParameters({ after: textParameter }),
  loaderDeps: ({ search: { after } }: { search: { after: string } }) => ({ after }),
  loader: ({ context, deps: { after } }: LoaderInput) =>
    loadList(() => context.queryClient.infiniteQuery({ ...notificationsQuery(after), staleTime: 'static' })),
  head: ({ match }: { match: Parameters<typeof pageTitle>[0] }) => pageTitle(match, (t) => t('notifications:title')),
  component: Notifications,
}

function Notifications() {
  const { after = '' } = useSearch({ strict: false })
  return <NotificationsPage after={after} />
}
