import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { historyLink } from '#audit/history-link.ts'
import { HistoryList } from '#audit/history-list.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { userHistoryQuery } from '../user-detail.queries.ts'
import { Section } from '#ui/section.tsx'

/** The history of a user: their own actions and actions on them. */
export function UserHistory({ id }: { id: string }) {
  const { t } = useTranslation(['history', 'common'])
  const query = useInfiniteQuery(userHistoryQuery(id))
  const all = historyLink({ person: id })
  return (
    <Section
      title={t('title')}
      action={
        all && (
          <Link {...all} className="text-link inline-flex min-h-11 items-center md:min-h-6">
            {t('all')}
          </Link>
        )
      }
    >
      {query.isError ? (
        <EmptyState
          text={t('common:list.failed')}
          action={<Button onClick={() => void query.refetch()}>{t('common:retry')}</Button>}
          isAlert
        />
      ) : (
        <HistoryList
          entries={query.data?.pages.flatMap((page) => page.entries) ?? []}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </Section>
  )
}
