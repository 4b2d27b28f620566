import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkJob, BulkProblem } from '#bulk/bulk-job.ts'
import { bulkProblemsQuery } from '#bulk/bulk.queries.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'

/** The rows that a job could not change, or could not restore when it was undone, each with the reason. */
export function JobProblems({ job: { id, refused, undoRefused } }: { job: BulkJob }) {
  const { t } = useTranslation('bulk')
  const query = useInfiniteQuery(bulkProblemsQuery(id, refused + undoRefused))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('problems')}>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Problem key={row.position} {...row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="mt-4">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('moreProblems')}
          </Button>
        </p>
      )}
    </Section>
  )
}

function Problem({ name, code, isOfUndoing }: BulkProblem) {
  const { t } = useTranslation(['bulk', 'errors'])
  return (
    <li className="border-b border-hairline pb-3 last:border-0 last:pb-0">
      <p className="font-medium break-words">
        <bdi>{name || t('nameless')}</bdi>
      </p>
      <p className="text-small text-muted">
        {isOfUndoing && <span className="me-1 font-medium">{t('problemsOfUndoing')}</span>}
        {t(`errors:${code}`)}
      </p>
    </li>
  )
}
