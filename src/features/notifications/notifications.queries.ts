import { queryOptions } from '@tanstack/react-query'
import { AppError } from '#lib/app-error.ts'
import { pagedQuery } from '#ui/paged-query.ts'
import { getUnreadCount, listNotifications } from './notifications.functions.ts'
import { notificationsConfig } from './notifications.config.ts'

/** The query key prefix of all queries about notifications, for invalidation when some were read or added. */
export const notificationsKey = ['notifications']

const POLL_MS = notificationsConfig.pollSeconds * 1_000

/** The query for the number of unread notifications, refetched while the page is visible. @param initial the number on the page */
export function unreadQuery(initial: number) {
  return queryOptions({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: () => getUnreadCount(),
    initialData: initial,
    staleTime: POLL_MS / 2,
    refetchOnWindowFocus: true,
    // Stop polling after a 4xx error, because a session that has ended stays ended.
    refetchInterval: ({ state: { error } }) => (error instanceof AppError && error.status < 500 ? false : POLL_MS),
    meta: { isBackground: true },
  })
}

/** The query for the viewer's notifications, page by page. @param after a cursor, or empty */
export function notificationsQuery(after = '') {
  const list = (cursor: string | null) => listNotifications({ data: { cursor } })
  return { ...pagedQuery([...notificationsKey, 'list', after], list, after), staleTime: 0 }
}
