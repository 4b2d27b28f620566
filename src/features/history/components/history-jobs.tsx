import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAuditName } from '#audit/audit-sentence.tsx'
import { countLabel, rowKindOf } from '#bulk/row-label.ts'
import { UndoOffer } from '#bulk/undo-offer.tsx'
import type { NamedKind } from '#bulk/use-bulk-undo.ts'
import { isolateDirection } from '#lib/intl.ts'
import type { HistoryRow } from '../history.schema.ts'

/** The classes of the links in the panel. */
export const LINK_CLASSES = 'text-link inline-flex min-h-11 min-w-11 items-center sm:min-h-6 sm:min-w-0'

/**
 * Returns a function for the sentence that describes an entry. For an entry that starts or undoes a bulk job, the sentence says
 * what the job did.
 */
export function useHistoryText() {
  const { t, i18n } = useTranslation('history')
  const nameOf = useAuditName()
  return (
    row: HistoryRow,
    names = { actor: isolateDirection(nameOf(row, 'actor')), subject: isolateDirection(nameOf(row, 'subject')) },
  ): string => {
    const { action, job } = row
    // Actions of removed features have no text.
    const sentence = t(`actions.${action}`, { ...names, defaultValue: action })
    if (!job) return sentence
    const kind = job.kind as NamedKind
    const file = job.fileName === null ? [] : [isolateDirection(job.fileName)]
    if (action === 'bulk-job-undone')
      return i18n.t('bulk:undid', { ...names, job: [i18n.t(`bulk:kinds.${kind}`), ...file].join(' · ') })
    const who = countLabel(i18n, rowKindOf(job), job.count)
    return i18n.t(`bulk:acts.${kind}`, { ...names, who, file: file.join(''), defaultValue: sentence })
  }
}

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
