import { queryOptions } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { pagedQuery } from '#ui/paged-query.ts'
import { findRequestedCode, findMyNotices, listMyEvents, listMySessions } from './account.functions.ts'
import type { RequestedCode } from './account.schema.ts'

/** The query key prefix of the user's own account, except for codes, for invalidation after changes. */
export const accountKey = ['account']

export const mySessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'],
  queryFn: () => listMySessions(),
})

export const myNoticeKindsQuery = queryOptions({
  queryKey: [...accountKey, 'notices'],
  queryFn: () => findMyNotices(),
})

export const myEventsQuery = pagedQuery([...accountKey, 'events'], (before: number | null) =>
  listMyEvents({ data: { before } }),
)

/** Returns the query for the state of a code and its mail, which is refetched until the mail was sent or has failed. */
export function requestedCodeQuery(asked: RequestedCode) {
  return queryOptions({
    queryKey: ['requested-code', asked],
    queryFn: async () => ({ state: await findRequestedCode({ data: asked }), readAt: Date.now() }),
    refetchInterval: ({ state }) => {
      const mailState = state.data?.state?.mailState
      return mailState === 'queued' || mailState === 'delayed' ? appConfig.loginCode.mailStateEveryMs : false
    },
  })
}
