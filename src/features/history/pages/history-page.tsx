import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataList } from '#ui/data-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { useHistoryColumns } from '../components/history-columns.tsx'
import { HistoryFilters } from '../components/history-filters.tsx'
import { HistoryPanel } from '../components/history-panel.tsx'
import type { HistoryListSearch } from '../history-search.ts'
import { historyListQuery } from '../history.queries.ts'

interface HistoryPageProps {
  search: HistoryListSearch
  /** Additions by features: `action` next to the title, `tools` in the tools of the list. */
  action: ReactNode
  tools: ReactNode
}

/** The page with the history of all users. */
export function HistoryPage({ search, action, tools }: HistoryPageProps) {
  const { t } = useTranslation('audit')
  const { entry, ...list } = search
  const query = useInfiniteQuery(historyListQuery(list, useTimeZone()))
  const { searchTerm, after, ...filters } = list
  return (
    <div className="list-page">
      <PageHeader
        title={t('title')}
        action={action}
        tools={<HistoryFilters search={{ searchTerm, ...filters }} isPending={query.isPlaceholderData} tools={tools} />}
      />
      <DataList
        label={t('title')}
        query={query}
        columns={useHistoryColumns()}
        keyOf={({ id }) => String(id)}
        search={{ searchTerm, filters: { ...filters }, after }}
      />
      <HistoryPanel id={entry} rows={query.data?.pages.flatMap(({ rows }) => rows)} />
    </div>
  )
}
