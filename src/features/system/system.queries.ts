import { queryOptions } from '@tanstack/react-query'
import { getSystem } from './system.functions.ts'

/** How often the page asks anew while it is looked at, in milliseconds. */
const REFRESHED_EVERY_MS = 10_000

/** The query for how the system stands: asked again and again while the page is visible, and not in the background. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => getSystem(),
  staleTime: REFRESHED_EVERY_MS / 2,
  refetchInterval: REFRESHED_EVERY_MS,
})
