import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listApiCalls, listApiKeys } from './api-keys.functions.ts'

/** The query for the keys of the signed-in user, all on one page. */
export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  queryFn: async () => ({ rows: await listApiKeys(), nextCursor: null }),
  initialPageParam: null,
  getNextPageParam: () => null,
})

/** The query for the last calls of a key; not kept, because there are new ones when the panel is opened again. */
export function apiCallsQuery(id: string) {
  return queryOptions({
    queryKey: [...apiKeysQuery.queryKey, 'calls', id],
    queryFn: () => listApiCalls({ data: { id } }),
    gcTime: 0,
  })
}
