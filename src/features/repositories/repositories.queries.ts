import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listLanguages } from './languages.functions.ts' // of repositories alone
import { getRepository, getRepositoryCount, listRepositories } from './repositories.functions.ts'
import { marksInUrl } from './marks.ts' // of repositories alone
import type { AskedOwner } from './repositories.schema.ts' // of repositories alone
import type { RepositoriesSearch, RepositoryFilter } from './repositories.schema.ts'

/** The key of all queries about repositories, to be told stale after a change. */
export const repositoriesKey = ['repositories']

/** The query for the list, page by page. While another term is looked up, the rows of the term before stay. */
export function repositoryListQuery({ sort, after, ...search }: RepositoriesSearch & RepositoryFilter) {
  const filter = filterOf(search)
  return infiniteQueryOptions({
    queryKey: [...repositoriesKey, 'list', { ...filter, sort, after }],
    queryFn: ({ pageParam }) => listRepositories({ data: { ...filter, sort, cursor: pageParam } }),
    initialPageParam: after || null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The query for how many a filter fits; asked beside the rows, for counting is slower than listing. */
export function repositoryCountQuery(search: RepositoryFilter) {
  const filter = filterOf(search)
  return queryOptions({
    queryKey: [...repositoriesKey, 'count', filter],
    queryFn: () => getRepositoryCount({ data: filter }),
  })
}

export function repositoryQuery(id: string) {
  return queryOptions({ queryKey: [...repositoriesKey, 'detail', id], queryFn: () => getRepository({ data: { id } }) })
}

// of repositories alone, from here
/** The query for the languages that a field offers. */
export function languagesQuery(owner: AskedOwner) {
  return queryOptions({
    queryKey: [...repositoriesKey, 'languages', owner],
    queryFn: () => listLanguages({ data: owner }),
  })
}
// of repositories alone, to here

/** The part of what the page holds in its URL that narrows the list. */
export function filterOf({
  searchTerm,
  topic, // of repositories alone
  language, // of repositories alone
  area, // of owned rows
  organization, // of owned rows
  ...others // of repositories alone
}: RepositoryFilter): RepositoryFilter {
  return {
    searchTerm,
    topic, // of repositories alone
    language, // of repositories alone
    marks: Object.keys(marksInUrl(others, {})).join(','), // of repositories alone
    area, // of owned rows
    organization, // of owned rows
  }
}
