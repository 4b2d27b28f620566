import type { QueryClient } from '@tanstack/react-query'
import { notificationsQuery } from '#features/notifications/notifications.queries.ts'
import { loadList } from './-load-list.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  deps: { after: string }
}

/** Fills the query cache with a page of the notifications. */
export function loadNotifications({ context: { queryClient }, deps: { after } }: LoaderInput): Promise<void> {
  return loadList(() => queryClient.infiniteQuery({ ...notificationsQuery(after), staleTime: 'static' }))
}
