import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getWebhook, listDeliveries, listWebhooks } from './webhooks.functions.ts'

/** The key of all queries about webhooks, to be told stale after a change. */
export const webhooksKey = ['webhooks']
/** How often a page asks anew while something is under way, or soon will be, in milliseconds. */
const LOOKS_AGAIN_MS = 2_000
const SOON_MS = 60_000

/** The query for all webhooks: one page, as lists have pages. */
export const webhookListQuery = infiniteQueryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: () => listWebhooks(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

/** The query for one webhook: asked again while its target fails. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'detail', id],
    queryFn: () => getWebhook({ data: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'failing' ? LOOKS_AGAIN_MS : false),
  })
}

/** The query for the deliveries of a webhook: asked again while one of them is about to be tried. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, 'deliveries', id],
    queryFn: ({ pageParam }) => listDeliveries({ data: { id, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages[0]?.rows ?? []
      return rows.some(({ nextAttemptAt }) => nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + SOON_MS)
        ? LOOKS_AGAIN_MS
        : false
    },
  })
}
