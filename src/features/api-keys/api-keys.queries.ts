import { infiniteQueryOptions } from '@tanstack/react-query'
import { listApiKeys } from './api-keys.functions.ts'

/** The query for the keys of the signed-in user, all on one page. */
export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  queryFn: async () => ({ rows: await listApiKeys(), nextCursor: null }),
  initialPageParam: null,
  getNextPageParam: () => null,
})
