import { appConfig } from '#app.config'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { getUser, listUserHistory, listUserSessions } from './user-detail.functions.ts'
import { usersKey } from './users.queries.ts'

/** The query for one user; refetched until the email with the user's invitation was sent or has failed. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'detail', id, 'profile'],
    queryFn: () => getUser({ data: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.invitation?.mailState === 'queued' ? appConfig.loginCode.mailStateEveryMs : false,
  })
}

/** The query for the sessions of a user. */
export function userSessionsQuery(id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'detail', id, 'sessions'],
    queryFn: () => listUserSessions({ data: { id } }),
  })
}

/** The query for the history of a user, latest first. */
export function userHistoryQuery(id: string) {
  const list = (before: number | null) => listUserHistory({ data: { id, before } })
  return pagedQuery([...usersKey, 'detail', id, 'history'], list)
}
