import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { getDeliveryRequest, getWebhook, listDeliveries, listWebhooks } from './webhooks.functions.ts'

/** The query key prefix of all webhook queries, for invalidation after changes. */
export const webhooksKey = ['webhooks']
/** Refetch interval in milliseconds, while a webhook's deliveries fail, or one of them is due within `SOON_MS`. */
const REFETCH_MS = 2_000
const SOON_MS = 60_000

/** The query for all webhooks, which are few: a paged query with one page, because lists require pages. */
export const webhookListQuery = pagedQuery([...webhooksKey, 'list'], () => listWebhooks())

/** The query for one webhook; refetched while deliveries to the webhook fail. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'detail', id],
    queryFn: () => getWebhook({ data: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'failing' ? REFETCH_MS : false),
  })
}

/** The query for the deliveries of a webhook; refetched while one of the newest is due soon. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    ...pagedQuery([...webhooksKey, 'deliveries', id], (cursor) => listDeliveries({ data: { id, cursor } })),
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages[0]?.rows ?? []
      return rows.some(({ nextAttemptAt }) => nextAttemptAt && Date.parse(nextAttemptAt) < Date.now() + SOON_MS)
        ? REFETCH_MS
        : false
    },
  })
}

/** The query for the request of a delivery; not kept, because the next attempt has another signature. */
export function deliveryRequestQuery(id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'request', id],
    queryFn: () => getDeliveryRequest({ data: { id } }),
    gcTime: 0,
  })
}
