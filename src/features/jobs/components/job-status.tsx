import { useTranslation } from 'react-i18next'
import type { BulkJob } from '#bulk/bulk-job.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const TONES: Record<BulkJob['status'], BadgeTone> = {
  draft: 'neutral',
  queued: 'neutral',
  running: 'accent',
  done: 'success',
  undoing: 'accent',
  undone: 'warning',
}

/** Says how far a bulk job is, in a word. */
export function JobStatus({ status }: Pick<BulkJob, 'status'>) {
  const { t } = useTranslation('bulk')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}
