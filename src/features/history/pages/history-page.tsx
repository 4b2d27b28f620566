import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { X } from 'lucide-react'
import type { HistoryAction } from '#audit/audit-actions.ts'
import { isolateDirection } from '#lib/intl.ts'
import { shortDay } from '#lib/time-zone.ts'
import { buttonClasses } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { useHistoryColumns } from '../components/history-columns.tsx'
import { HistoryFilters } from '../components/history-filters.tsx'
import type { HistoryListSearch, HistorySearch } from '../history-search.ts'
import { historyListQuery, historyPersonQuery } from '../history.queries.ts'

interface HistoryPageProps {
  search: HistoryListSearch
  /** Called to write changed filters to the URL. */
  onSearch: (changed: Partial<HistorySearch>) => void
  /** Additions by features: `action` next to the title, `tools` in the tools of the list. */
  action: ReactNode
  tools: ReactNode
}

/** The page with the history of all users. */
export function HistoryPage({ search, onSearch, action, tools }: HistoryPageProps) {
  const { t } = useTranslation('audit')
  const query = useInfiniteQuery(historyListQuery(search, useTimeZone()))
  const { searchTerm, after, ...filters } = search
  return (
    <div className="list-page">
      <PageHeader
        title={t('title')}
        action={action}
        tools={
          <>
            <HistoryFilters
              search={{ searchTerm, ...filters }}
              onSearch={onSearch}
              isPending={query.isPlaceholderData}
            />
            {tools}
          </>
        }
      />
      <HistoryChips search={{ searchTerm, ...filters }} />
      <DataList
        label={t('title')}
        query={query}
        columns={useHistoryColumns()}
        keyOf={({ id }) => String(id)}
        search={{ searchTerm, filters: { ...filters }, after }}
      />
    </div>
  )
}

/** The maximum number of kinds of events that have a chip each. More kinds share one chip. */
const MAX_ACTIONS = 3

/** The chosen filters of the history, each with a link that removes it. */
function HistoryChips({ search }: { search: HistorySearch }) {
  const { t, i18n } = useTranslation(['audit', 'common'])
  const { data: name } = useQuery(historyPersonQuery(search.person))
  const { person, part, from, to } = search
  const labelled = (label: string, value: string) => t('common:labelled', { label, value })
  const dayOf = (day: string) => isolateDirection(shortDay(`${day}T00:00Z`, i18n.language, 'UTC'))
  const chips: [text: string, removed: Partial<HistorySearch>][] = [
    [person && t('person', { name: isolateDirection(name ?? t('unknownPerson')) }), { person: '', part: '' }],
    [part && labelled(t('part'), t(`parts.${part}`)), { part: '' }],
    [from && labelled(t('from'), dayOf(from)), { from: '' }],
    [to && labelled(t('to'), dayOf(to)), { to: '' }],
    ...useActionChips(search.actions),
  ]
  const chosen = chips.filter(([text]) => text !== '')
  if (chosen.length === 0) return null
  return (
    <ul className="-mt-3 mb-4 flex flex-wrap gap-2">
      {chosen.map(([text, removed]) => (
        <li key={text} className="min-w-0">
          <ListLink
            changed={removed}
            title={t('removeFilter')}
            className={`${buttonClasses()} max-w-full rounded-full`}
          >
            <span className="min-w-0 break-words">{text}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">{t('removeFilter')}</span>
          </ListLink>
        </li>
      ))}
    </ul>
  )
}

function useActionChips(actions: string): [text: string, removed: Partial<HistorySearch>][] {
  const { t } = useTranslation('audit')
  if (actions === '') return []
  const chosen = actions.split(',')
  const known = (Object.keys(t('actions', { returnObjects: true })) as HistoryAction[]).filter((action) =>
    chosen.includes(action),
  )
  if (known.length === 0 || known.length > MAX_ACTIONS) return [[t('kinds', { count: known.length }), { actions: '' }]]
  return known.map((action) => [
    t(`actions.${action}`),
    { actions: chosen.filter((other) => other !== action).join(',') },
  ])
}
