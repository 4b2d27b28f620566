import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistoryList } from '#audit/history-list.tsx'
import { myEventsQuery } from '../account.queries.ts'
import { Section } from './section.tsx'

/** The card that tells what happened to the account, the latest first. */
export function ActivitySection() {
  const { t } = useTranslation('account')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(myEventsQuery)
  return (
    <Section title={t('activity')}>
      <HistoryList
        entries={data?.pages.flatMap((page) => page.entries) ?? []}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    </Section>
  )
}
