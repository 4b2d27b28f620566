import { useTranslation } from 'react-i18next'
import type { BulkJob } from '#bulk/bulk-job.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const STATUS_TONES: Record<BulkJob['status'], BadgeTone> = {
  draft: 'neutral',
  queued: 'neutral',
  running: 'accent',
  done: 'success',
  undoing: 'accent',
  undone: 'warning',
}

/** Shows the status of a bulk job as a badge. */
export function JobStatus({ status }: Pick<BulkJob, 'status'>) {
  const { t } = useTranslation('bulk')
  return <Badge tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</Badge>
}
