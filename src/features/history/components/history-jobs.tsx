import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UndoOffer } from '#bulk/undo-offer.tsx'
import type { HistoryRow } from '../history.schema.ts'

/** The classes of the links in the panel. */
export const LINK_CLASSES = 'text-link inline-flex min-h-11 min-w-11 items-center sm:min-h-6 sm:min-w-0'

const UNDOABLE = new Set<HistoryRow['action']>([
  'user-banned',
  'user-unbanned',
  'user-updated',
  'user-deleted',
  'repository-deleted',
])

/** The links from an entry to its bulk job, or the offer to undo the change. */
export function JobLinks({ row: { action, subjectId, at, jobId } }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const job = isAboutJob(action) ? subjectId : jobId
  return (
    <>
      {job !== null && (
        <>
          <Link to="/manager/history" search={{ job }} className={LINK_CLASSES}>
            {t('showEntries')}
          </Link>
          <Link to="/manager/jobs/$id" params={{ id: job }} className={LINK_CLASSES}>
            {t('openJob')}
          </Link>
        </>
      )}
      {subjectId !== null && UNDOABLE.has(action) && <UndoOffer subjectId={subjectId} at={at} />}
    </>
  )
}

/** Whether the subject of an entry is a job. */
export function isAboutJob(action: HistoryRow['action']): boolean {
  return action.startsWith('bulk-job-')
}
