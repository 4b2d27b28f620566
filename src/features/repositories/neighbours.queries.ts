import { queryOptions } from '@tanstack/react-query'
import { getNeighbours } from './neighbours.functions.ts'
import { repositoriesKey } from './repositories.queries.ts'
import type { RepositoriesSearch, RepositoryFilter } from './repositories.schema.ts'

/** A list as its page shows it: search, filters and order, but not the cursor. */
export type ShownList = RepositoryFilter & Pick<RepositoriesSearch, 'sort'>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which a repository's page was opened. */
    repositories?: ShownList
  }
}

/** The query for the previous and next repository in a list. */
export function neighboursQuery(id: string, list: ShownList) {
  return queryOptions({
    queryKey: [...repositoriesKey, 'neighbours', id, list],
    queryFn: () => getNeighbours({ data: { ...list, id } }),
  })
}
