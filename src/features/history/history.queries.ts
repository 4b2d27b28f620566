import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getHistoryPerson, listHistory } from './history.functions.ts'
import type { HistoryListSearch } from './history-search.ts'

/** Who comes back wants to see what happened meanwhile: what is kept is shown, and renewed unless it is brand new. */
const BRAND_NEW_MS = 10_000

/** The query for the history of all people, page by page. While another filter is looked up, the rows of the one before stay. */
export function historyListQuery({ after, ...search }: HistoryListSearch, viewersZone: string) {
  // Where no day is asked for, no zone matters: nothing is looked up again once the browser has told its own.
  const timeZone = search.from === '' && search.to === '' ? 'UTC' : viewersZone
  return infiniteQueryOptions({
    queryKey: ['history', 'list', search, timeZone, after],
    queryFn: ({ pageParam }) => listHistory({ data: { ...search, timeZone, cursor: pageParam } }),
    initialPageParam: after || null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: BRAND_NEW_MS,
  })
}

/** The query for the name of the person that the history is filtered by. */
export function historyPersonQuery(id: string) {
  return queryOptions({
    queryKey: ['history', 'person', id],
    queryFn: () => getHistoryPerson({ data: { id } }),
    enabled: id !== '',
  })
}
