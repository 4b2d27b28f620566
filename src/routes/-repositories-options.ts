import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { marksInUrl } from '#features/repositories/marks.ts' // of repositories alone
import type { RepositoriesSearch } from '#features/repositories/repositories.schema.ts'
import type { ShownRepositories } from '#features/repositories/repositories.schema.ts' // of owned rows
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { isUuid } from '#lib/uuid.ts' // of owned rows
import { pageTitle } from '#shell/page-title.ts'

type Match = Parameters<typeof pageTitle>[0]

interface ListSearch extends RepositoriesSearch {
  dialog: '' | 'new'
}

interface DetailSearch {
  dialog: '' | 'edit' | 'delete'
}

// What is so stays out of the URL.
const LIST_DEFAULTS: ListSearch = {
  searchTerm: '',
  sort: 'newest',
  topic: '', // of repositories alone
  language: '', // of repositories alone
  organization: '', // of owned rows
  after: '',
  dialog: '',
}
const DETAIL_DEFAULTS: DetailSearch = { dialog: '' }

const staticData = {
  namespaces: [
    'repositories',
    'discovery', // of repositories alone
  ] satisfies Namespace[],
}

/** The route of the list, the same in both areas; what it loads and shows is in `-repositories.tsx`. */
export const repositoriesOptions = {
  staticData,
  validateSearch: (search: { [Name in keyof ListSearch]?: string } & SearchSchemaInput): ListSearch => ({
    ...marksInUrl(search, LIST_DEFAULTS), // of repositories alone
    searchTerm: textParameter(search.searchTerm),
    sort: search.sort === 'name' ? 'name' : LIST_DEFAULTS.sort,
    topic: textParameter(search.topic), // of repositories alone
    language: textParameter(search.language), // of repositories alone
    organization: idParameter(search.organization), // of owned rows
    after: textParameter(search.after),
    dialog: search.dialog === 'new' ? 'new' : LIST_DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<ListSearch>(LIST_DEFAULTS)] },
  loaderDeps: ({ search: { dialog: _dialog, ...search } }: { search: ListSearch }): RepositoriesSearch => search,
  head: ({ match }: { match: Match }) => pageTitle(match, (t) => t('repositories:title')),
}

/** The route of one repository, the same in both areas; what it loads and shows is in `-repository.tsx`. */
export const repositoryOptions = {
  staticData,
  validateSearch: (search: { dialog?: string } & SearchSchemaInput): DetailSearch => ({
    dialog: search.dialog === 'edit' || search.dialog === 'delete' ? search.dialog : DETAIL_DEFAULTS.dialog,
  }),
  search: { middlewares: [stripSearchParams<DetailSearch>(DETAIL_DEFAULTS)] },
  head: ({ match, loaderData }: { match: Match; loaderData?: { name: string } | undefined }) =>
    pageTitle(match, (t) => loaderData?.name ?? t('repositories:title')),
}

// of owned rows, from here
function idParameter(given: unknown): string {
  const text = textParameter(given).toLowerCase()
  return isUuid(text) ? text : ''
}

/** The list as administrators ask for it: of the owner that its URL says. */
export function asManager(list: RepositoriesSearch): ShownRepositories {
  return { ...list, area: 'manager' }
}
// of owned rows, to here
