import { useTranslation } from 'react-i18next'
import type { BulkJob } from '#bulk/bulk-job.ts'
import { numberIn } from '#lib/intl.ts'

/** Counts the rows that a job has changed or refused; once an undo has started, the rows that the undo is done with. */
export function countDone({ status, total, done, refused, undone, undoRefused }: BulkJob): number {
  const isBack = status === 'undoing' || status === 'undone'
  return isBack ? Math.min(total, undone + undoRefused + refused) : done + refused
}

/** Shows the progress of a job as a bar. */
export function JobProgress({ job }: { job: BulkJob }) {
  const { t, i18n } = useTranslation('bulk')
  const number = numberIn(i18n.language)
  const behind = countDone(job)
  if (job.isCounting) return <p className="text-muted">{t('counting')}</p>
  const words = t('doneOf', { done: number.format(behind), total: number.format(job.total) })
  return (
    <div className="grid gap-2">
      <progress
        aria-label={t('progress')}
        aria-valuetext={words}
        max={job.total || 1}
        value={behind}
        className="job-bar"
      />
      <p role="status" className="text-small text-muted tabular-nums">
        {words}
      </p>
    </div>
  )
}
