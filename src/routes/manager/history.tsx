import { createFileRoute, redirect, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { historyListQuery, historyUserQuery } from '#features/history/history.queries.ts'
import {
  parseHistorySearch,
  searchToRedirectTo,
  DEFAULT_HISTORY_FILTER,
  type HistoryListSearch,
} from '#features/history/history-search.ts'
import { HistoryPage } from '#features/history/pages/history-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { historyNamespaces } from '#slots/history-namespaces.ts'
import { historyTools } from '#slots/history.ts'
import { renderToolsOf } from '../-list-tools.tsx'
import { loadList } from '../-load-list.ts'

// The URL omits these values.
const DEFAULTS: HistoryListSearch = { ...DEFAULT_HISTORY_FILTER, after: '', entry: '' }

export const Route = createFileRoute('/manager/history')({
  staticData: { namespaces: historyNamespaces },
  validateSearch: (search: Partial<HistoryListSearch> & SearchSchemaInput): HistoryListSearch => ({
    ...parseHistorySearch(search),
    after: textParameter(search.after),
    entry: /^\d{1,15}$/.exec(textParameter(search.entry))?.[0] ?? '',
  }),
  search: { middlewares: [stripSearchParams<HistoryListSearch>(DEFAULTS)] },
  // Redirects to the URL with the equivalent filters if a form was sent without JavaScript, or the URL has a number of days.
  beforeLoad: ({ context, location }) => {
    const search = searchToRedirectTo(location.search, context.init.timeZone)
    if (search) throw redirect({ to: '/manager/history', search })
  },
  // Other parameters of the URL, such as the language, are not filters.
  loaderDeps: ({ search }) => ({ ...parseHistorySearch(search), after: search.after }),
  loader: ({ context: { queryClient, init }, deps }) =>
    loadList(() =>
      Promise.all([
        queryClient.infiniteQuery({ ...historyListQuery(deps, init.timeZone), staleTime: 'static' }),
        deps.person === '' ? undefined : queryClient.query({ ...historyUserQuery(deps.person), staleTime: 'static' }),
      ]),
    ),
  head: ({ match }) => pageTitle(match, (t) => t('audit:title')),
  component: HistoryRoute,
})

function HistoryRoute() {
  const inUrl = Route.useSearch()
  // Other parameters of the URL, such as the language, are not filters.
  const list = { ...parseHistorySearch(inUrl), after: inUrl.after }
  return (
    <HistoryPage
      search={{ ...list, entry: inUrl.entry }}
      action={Object.entries(historyTools).map(([name, Tool]) => (
        <Tool key={name} search={parseHistorySearch(inUrl)} />
      ))}
      tools={renderToolsOf('history', list)}
    />
  )
}
