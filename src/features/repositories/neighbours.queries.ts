import { queryOptions } from '@tanstack/react-query'
import { getNeighbours } from './neighbours.functions.ts'
import { repositoriesKey } from './repositories.queries.ts'
import type { RepositoriesSearch, RepositoryFilter } from './repositories.schema.ts'

/** The search, the filters and the order of a list, wherever it begins. */
export type ShownList = RepositoryFilter & Pick<RepositoriesSearch, 'sort'>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history's entry of a repository's page: the list that led to it. */
    repositories?: ShownList
  }
}

/** The query for what stands beside a repository in a list. */
export function neighboursQuery(id: string, list: ShownList) {
  return queryOptions({
    queryKey: [...repositoriesKey, 'neighbours', id, list],
    queryFn: () => getNeighbours({ data: { ...list, id } }),
  })
}
