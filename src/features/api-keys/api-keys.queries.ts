import { pagedQuery } from '#ui/paged-query.ts'
import { listApiKeys } from './api-keys.functions.ts'
import type { ApiKeyRow } from './user-api-keys.server.ts'

/** The query for the keys of the signed-in user, all on one page. */
export const apiKeysQuery = pagedQuery<ApiKeyRow>(['api-keys'], async () => ({
  rows: await listApiKeys(),
  nextCursor: null,
}))
