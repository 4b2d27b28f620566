import type { SearchSchemaInput } from '@tanstack/react-router'
import type { RepositoriesSearch } from '#features/repositories/pages/repositories-page.tsx'
import { textParameter } from '#lib/search-text.ts'

/** What the URL of a list of repositories holds. The defaults are empty, so that they do not show. */
export function repositoriesSearch(
  search: { searchTerm?: string; sort?: string; dialog?: string } & SearchSchemaInput,
) {
  return {
    searchTerm: textParameter(search.searchTerm),
    sort: search.sort === 'name' ? 'name' : '',
    dialog: search.dialog === 'new' ? 'new' : '',
  } as const
}

/** The same, as the page is told. */
export function shownRepositories(search: ReturnType<typeof repositoriesSearch>): RepositoriesSearch {
  return { searchTerm: search.searchTerm, sort: search.sort === '' ? 'newest' : search.sort }
}

/** And back into the URL. */
export function inRepositoriesUrl({ sort, ...changed }: Partial<RepositoriesSearch>) {
  return { ...changed, ...(sort && { sort: sort === 'newest' ? '' : sort }) } as const
}

/** What the URL of one repository holds. */
export function repositorySearch(search: { dialog?: string } & SearchSchemaInput) {
  return { dialog: search.dialog === 'edit' ? 'edit' : '' } as const
}
