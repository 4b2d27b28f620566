import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { listRepositoryLanguages } from './languages.functions.ts'
import { getRepository, getRepositoryCount, listRepositories } from './repositories.functions.ts'
import { marksInUrl } from './marks.ts'
import type { RequestedOwner, RepositoriesSearch, RepositoryFilter } from './repositories.schema.ts'

/** The query key prefix of all repository queries, for invalidation after changes. */
export const repositoriesKey = ['repositories']

/** The query for the list, page by page. Shows the previous search's rows until the new rows are loaded. */
export function repositoryListQuery({ sort, after, ...search }: RepositoriesSearch & RepositoryFilter) {
  const filter = pickFilters(search)
  const list = (cursor: string | null) => listRepositories({ data: { ...filter, sort, cursor } })
  return pagedQuery([...repositoriesKey, 'list', { ...filter, sort, after }], list, after)
}

/** The query for the number of matches; separate from the rows, because counting is slower than listing. */
export function repositoryCountQuery(search: RepositoryFilter) {
  const filter = pickFilters(search)
  return queryOptions({
    queryKey: [...repositoriesKey, 'count', filter],
    queryFn: () => getRepositoryCount({ data: filter }),
  })
}

export function repositoryQuery(id: string) {
  return queryOptions({ queryKey: [...repositoriesKey, 'detail', id], queryFn: () => getRepository({ data: { id } }) })
}

/** The query for the languages that a field suggests. */
export function repositoryLanguagesQuery(owner: RequestedOwner) {
  return queryOptions({
    queryKey: [...repositoriesKey, 'languages', owner],
    queryFn: () => listRepositoryLanguages({ data: owner }),
  })
}

/** Returns the filters among the page's search parameters. */
export function pickFilters({
  searchTerm,
  topic,
  language,
  area,
  organization,
  ...others
}: RepositoryFilter): RepositoryFilter {
  return {
    searchTerm,
    topic,
    language,
    marks: Object.keys(marksInUrl(others, {})).join(','),
    area,
    organization,
  }
}
