import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exactTime } from '#lib/time-zone.ts'
import { useTimeZone } from '#ui/time-zone.tsx'
import type { BulkJob } from './bulk-job.ts'
import { undoableJobQuery } from './bulk.queries.ts'
import { UndoJobButton } from './job-undo.tsx'
import type { NamedKind } from './use-bulk-undo.ts'

interface UndoOfferProps {
  subjectId: string
  /** A time between the start and the end of the job, in ISO 8601; left out for the latest job. */
  at?: string
}

/** Offers to undo a job of a subject while that is possible. For a job with several rows, only shows a link to its page. */
export function UndoOffer({ subjectId, at }: UndoOfferProps) {
  const { i18n } = useTranslation()
  const { data: job } = useQuery(undoableJobQuery(i18n, { subjectId, at }))
  return job ? <UndoOfferOfJob job={job} /> : null
}

function UndoOfferOfJob({ job }: { job: BulkJob }) {
  const { t, i18n } = useTranslation('bulk')
  const timeZone = useTimeZone()
  const { id, kind, total, undoUntil } = job
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="font-medium">{t(`kinds.${kind as NamedKind}`)}</p>
        {undoUntil && (
          <p className="text-small text-muted">
            {t('undoUntil', { at: exactTime(undoUntil, i18n.language, timeZone) })}
          </p>
        )}
      </div>
      {total === 1 ? (
        <UndoJobButton job={job} />
      ) : (
        <Link
          to="/manager/jobs/$id"
          params={{ id }}
          className="text-link inline-flex min-h-11 min-w-11 items-center sm:min-h-6 sm:min-w-0"
        >
          {t('details')}
        </Link>
      )}
    </div>
  )
}
