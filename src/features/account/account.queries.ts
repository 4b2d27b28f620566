import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { findAskedCode, findMyNotices, listMyEvents, listMySessions } from './account.functions.ts'
import type { AskedCode } from './account.schema.ts'

/** The key of all queries about the person's own account, to be told stale after a change. */
export const accountKey = ['account']

export const mySessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: () => listMySessions(),
})

export const myNoticesQuery = queryOptions({
  queryKey: [...accountKey, 'notices'],
  queryFn: () => findMyNotices(),
})

export const myEventsQuery = infiniteQueryOptions({
  queryKey: [...accountKey, 'events'],
  queryFn: ({ pageParam }) => listMyEvents({ data: { before: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.nextBefore,
})

/** The query for the state of a code and its mail; watched until the mail has left or failed. */
export function askedCodeQuery(asked: AskedCode) {
  return queryOptions({
    queryKey: ['asked-code', asked],
    queryFn: async () => ({ state: await findAskedCode({ data: asked }), readAt: Date.now() }),
    refetchInterval: ({ state }) => {
      const mailState = state.data?.state?.mailState
      return mailState === 'queued' || mailState === 'delayed' ? appConfig.loginCode.mailStateEveryMs : false
    },
  })
}
