import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { findHistoryPeople, getHistoryPerson, listHistory } from './history.functions.ts'
import type { HistoryListSearch } from './history-search.ts'

/** Milliseconds for which cached entries are fresh. Older entries are shown only until new ones are fetched. */
const STALE_AFTER_MS = 10_000

/** Returns the query for the history of all users, page by page. Shows the previous rows until a new filter is loaded. */
export function historyListQuery({ after, ...search }: Omit<HistoryListSearch, 'entry'>, viewersZone: string) {
  // Use UTC without a filter by day, so that entries are not fetched again once the browser's time zone is known.
  const timeZone = search.from === '' && search.to === '' ? 'UTC' : viewersZone
  const list = (cursor: string | null) => listHistory({ data: { ...search, timeZone, cursor } })
  return { ...pagedQuery(['history', 'list', search, timeZone, after], list, after), staleTime: STALE_AFTER_MS }
}

/** Returns the query for the name of the user that the history is filtered by. */
export function historyUserQuery(id: string) {
  return queryOptions({
    queryKey: ['history', 'person', id],
    queryFn: () => getHistoryPerson({ data: { id } }),
    enabled: id !== '',
  })
}

/** Returns the query for the users that a search term finds. */
export function historyUsersQuery(searchTerm: string) {
  return queryOptions({
    queryKey: ['history', 'people', searchTerm],
    queryFn: () => findHistoryPeople({ data: { searchTerm } }),
    enabled: searchTerm !== '',
  })
}
