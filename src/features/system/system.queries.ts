import { queryOptions } from '@tanstack/react-query'
import { getSystem } from './system.functions.ts'

/** Refresh interval of the visible page, in milliseconds. */
const REFRESHED_EVERY_MS = 10_000

/** The query for the state of the system, repeated while the page is visible and paused in the background. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => getSystem(),
  staleTime: REFRESHED_EVERY_MS / 2,
  refetchInterval: REFRESHED_EVERY_MS,
})
