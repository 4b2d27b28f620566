import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { isAtRest, type BulkJob } from './bulk-job.ts'
import { useBulkUndo } from './use-bulk-undo.ts'

/** The button that undoes a job, or stops it, after a question. */
export function JobUndo({ job }: { job: BulkJob }) {
  const { t } = useTranslation('bulk')
  const { undo } = useBulkUndo()
  const [isAsking, setIsAsking] = useState(false)
  const label = isAtRest(job) ? t('undoNow') : t('undoRunning')
  return (
    <>
      <Button
        variant={isAtRest(job) ? 'secondary' : 'danger'}
        className="noscript:hidden"
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        description={t('undoQuestion')}
        action={label}
        onConfirm={() => undo(job)}
      />
    </>
  )
}
