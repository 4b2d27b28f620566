import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { ConfirmButton } from '#ui/confirm.tsx'
import { isSettled, type BulkJob } from './bulk-job.ts'
import { useBulkUndo, type NamedKind } from './use-bulk-undo.ts'

/** The button that undoes or stops a job after a confirmation. */
export function UndoJobButton({ job }: { job: BulkJob }) {
  const { t } = useTranslation('bulk')
  const { undo } = useBulkUndo()
  const isOver = isSettled(job)
  const name = [t(`kinds.${job.kind as NamedKind}`), ...(job.label ? [isolateDirection(job.label)] : [])].join(' · ')
  return (
    <ConfirmButton
      variant={isOver ? 'secondary' : 'danger'}
      summary={t(isOver ? 'undoSummary' : 'undoRunningSummary', { job: name })}
      description={t('undoQuestion')}
      action={isOver ? t('undoNow') : t('undoRunning')}
      isCancellation
      onConfirm={() => undo(job)}
    />
  )
}
