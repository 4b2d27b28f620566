import { infiniteQueryOptions, keepPreviousData, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { Page } from '#lib/page.ts'

/**
 * Returns the query for a list, page by page. The rows of the previous key are shown until the new rows are loaded.
 * @param list reads the page after a cursor; null for the first page
 * @param after the cursor after which the list begins; empty for the beginning
 */
export function pagedQuery<Row, Position = string>(
  queryKey: QueryKey,
  list: (cursor: Position | null) => Promise<Page<Row, Position>>,
  after?: Position,
) {
  return infiniteQueryOptions<Page<Row, Position>, Error, InfiniteData<Page<Row, Position>>, QueryKey, Position | null>(
    {
      queryKey,
      queryFn: ({ pageParam }) => list(pageParam as Position | null),
      initialPageParam: after || null,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    },
  )
}
