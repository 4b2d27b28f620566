import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import type { RepositoriesSearch } from '#features/repositories/repositories.schema.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'

type Match = Parameters<typeof pageTitle>[0]

interface ListSearch extends RepositoriesSearch {
  dialog: '' | 'new'
}

interface DetailSearch {
  dialog: '' | 'edit'
}

// What is so stays out of the URL.
const LIST_DEFAULTS: ListSearch = { searchTerm: '', sort: 'newest', dialog: '' }
const DETAIL_DEFAULTS: DetailSearch = { dialog: '' }

const staticData = { namespaces: ['repositories'] satisfies Namespace[] }

/** The route of the list, the same in both areas; what it loads and shows is in `-repositories.tsx`. */
export const repositoriesOptions = {
  staticData,
  validateSearch: (
    search: { searchTerm?: string; sort?: string; dialog?: string } & SearchSchemaInput,
  ): ListSearch => ({
    searchTerm: textParameter(search.searchTerm),
    sort: search.sort === 'name' ? 'name' : LIST_DEFAULTS.sort,
    dialog: search.dialog === 'new' ? 'new' : LIST_DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<ListSearch>(LIST_DEFAULTS)] },
  loaderDeps: ({ search: { searchTerm, sort } }: { search: RepositoriesSearch }) => ({ searchTerm, sort }),
  head: ({ match }: { match: Match }) => pageTitle(match, (t) => t('repositories:title')),
}

/** The route of one repository, the same in both areas; what it loads and shows is in `-repository.tsx`. */
export const repositoryOptions = {
  staticData,
  validateSearch: (search: { dialog?: string } & SearchSchemaInput): DetailSearch => ({
    dialog: search.dialog === 'edit' ? 'edit' : DETAIL_DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<DetailSearch>(DETAIL_DEFAULTS)] },
  head: ({ match, loaderData }: { match: Match; loaderData?: { name: string } | undefined }) =>
    pageTitle(match, (t) => loaderData?.name ?? t('repositories:title')),
}
