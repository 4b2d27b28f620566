import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { BulkProblem } from './bulk-job.ts'
import { bulkProblemsQuery } from './bulk.queries.ts'

/** The rows that a job could not change, or could not restore when it was undone, each with the reason. */
export function JobProblems({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation('bulk')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(bulkProblemsQuery(id, count))
  return (
    <>
      <ul className="grid gap-3">
        {data?.pages.map(({ rows }) => rows.map((row) => <Problem key={row.position} {...row} />))}
      </ul>
      {hasNextPage && (
        <p className="mt-4">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('moreProblems')}
          </Button>
        </p>
      )}
    </>
  )
}

function Problem({ name, code, reason, isOfUndoing }: BulkProblem) {
  const { t } = useTranslation(['bulk', 'errors'])
  return (
    <li className="border-b border-hairline pb-3 last:border-0 last:pb-0">
      {(name || !reason) && (
        <p className="font-medium wrap-anywhere">
          <bdi>{name || t('nameless')}</bdi>
        </p>
      )}
      <p className="text-small text-muted">
        {isOfUndoing && <span className="me-1 font-medium">{t('problemsOfUndoing')}</span>}
        {reason ?? t(`errors:${code}`)}
      </p>
    </li>
  )
}
