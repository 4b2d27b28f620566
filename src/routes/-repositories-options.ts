import type { SearchSchemaInput } from '@tanstack/react-router'
import type { Viewer } from '#auth/current-session.server.ts'
import type { MarkName } from '#features.ts'
import { marksInUrl } from '#features/repositories/marks.ts'
import type { RepositoriesSearch, ShownRepositories } from '#features/repositories/repositories.schema.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { isUuid } from '#lib/uuid.ts'
import { pageTitle } from '#shell/page-title.ts'
import { oneOf, urlParameters } from './-url-parameters.ts'

type Match = Parameters<typeof pageTitle>[0]

interface ListSearch extends RepositoriesSearch {
  dialog: '' | 'new'
}

const list = urlParameters<Required<Omit<ListSearch, MarkName>>>({
  searchTerm: textParameter,
  sort: oneOf('newest', 'name'),
  topic: textParameter,
  language: textParameter,
  organization: idParameter,
  after: textParameter,
  dialog: oneOf('', 'new'),
})

const staticData = {
  namespaces: ['repositories', 'discovery'] satisfies Namespace[],
}

/** The route options of the list, shared by both areas; `-repositories.tsx` renders the page. */
export const repositoriesOptions = {
  staticData,
  validateSearch: (search: Partial<ListSearch> & SearchSchemaInput): ListSearch => {
    const known = list.validateSearch(search)
    return { ...marksInUrl(search, known), ...known }
  },
  search: list.search,
  loaderDeps: ({ search: { dialog: _dialog, ...search } }: { search: ListSearch }): RepositoriesSearch => search,
  head: ({ match }: { match: Match }) => pageTitle(match, (t) => t('repositories:title')),
}

/** Returns the title of the list in the user area, with the name of the organization that owns the rows. */
export function ownedListHead({ match }: { match: Match & { context: { viewer: Pick<Viewer, 'organization'> } } }) {
  return pageTitle(match, (t) =>
    [t('repositories:title'), match.context.viewer.organization?.name].filter(Boolean).join(' · '),
  )
}

/** The route options of a repository, shared by both areas; `-repository.tsx` renders the page. */
export const repositoryOptions = {
  staticData,
  ...urlParameters({ dialog: oneOf('', 'edit', 'delete') }),
  head: ({ match, loaderData }: { match: Match; loaderData?: { name: string } | undefined }) =>
    pageTitle(match, (t) => loaderData?.name ?? t('repositories:title')),
}

function idParameter(given: unknown): string {
  const text = textParameter(given).toLowerCase()
  return isUuid(text) ? text : ''
}

/** Adds the manager area to a list's parameters, so that administrators get the rows of the owner in the URL. */
export function withManagerArea(list: RepositoriesSearch): ShownRepositories {
  return { ...list, area: 'manager' }
}
