import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getRepository, getRepositoryCount, listRepositories } from './repositories.functions.ts'
import type { RepositoriesSearch } from './repositories.schema.ts'

/** The key of all queries about repositories, to be told stale after a change. */
export const repositoriesKey = ['repositories']

/** The query for the list, page by page. While another term is looked up, the rows of the term before stay. */
export function repositoryListQuery({ searchTerm, sort }: RepositoriesSearch) {
  return infiniteQueryOptions({
    queryKey: [...repositoriesKey, 'list', { searchTerm, sort }],
    queryFn: ({ pageParam }) => listRepositories({ data: { searchTerm, sort, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The query for how many a term fits; asked beside the rows, for counting is slower than listing. */
export function repositoryCountQuery(searchTerm: string) {
  return queryOptions({
    queryKey: [...repositoriesKey, 'count', searchTerm],
    queryFn: () => getRepositoryCount({ data: { searchTerm } }),
    placeholderData: keepPreviousData,
  })
}

export function repositoryQuery(id: string) {
  return queryOptions({ queryKey: [...repositoriesKey, 'detail', id], queryFn: () => getRepository({ data: { id } }) })
}
