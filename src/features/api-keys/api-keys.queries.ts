import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { listApiCalls, listApiKeys } from './api-keys.functions.ts'
import type { ApiKeyRow } from './user-api-keys.server.ts'

/** The query for the keys of the signed-in user, all on one page. */
export const apiKeysQuery = pagedQuery<ApiKeyRow>(['api-keys'], async () => ({
  rows: await listApiKeys(),
  nextCursor: null,
}))

/** The query for the last calls of a key; not kept, because there are new ones when the panel is opened again. */
export function apiCallsQuery(id: string) {
  return queryOptions({
    queryKey: [...apiKeysQuery.queryKey, 'calls', id],
    queryFn: () => listApiCalls({ data: { id } }),
    gcTime: 0,
  })
}
