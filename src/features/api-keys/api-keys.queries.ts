import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listApiKeys, listApiKeysOf } from './api-keys.functions.ts'

/** The query for the keys of the person who is signed in, all on one page. */
export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  queryFn: () => listApiKeys(),
  initialPageParam: null,
  getNextPageParam: (page) => page.nextCursor,
})

/** The query for the keys of another administrator. */
export function apiKeysOfQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'detail', id, 'api-keys'],
    queryFn: () => listApiKeysOf({ data: { id } }),
  })
}
