import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { showToast } from '#ui/toast.ts'
import type { CustomTypeOptions } from 'i18next'
import type { BulkResult } from './bulk-job.ts'
import { bulkQueryKey } from './bulk.queries.ts'
import { useBulkUndo } from './use-bulk-undo.ts'
import { rowKindOf, countLabel } from './row-label.ts'

/** The kinds of jobs whose result is shown as a toast. */
type ReportedKind = keyof CustomTypeOptions['resources']['bulk']['did']

/**
 * Returns a function that shows the result of a new job: in a toast with undo, or on the job's page if it still runs. The
 * function throws if the only row was refused, so that the dialog stays open and shows the reason.
 * @param changed the queries whose rows have changed
 */
export function useBulkResult(changed: QueryKey) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { t, i18n } = useTranslation(['bulk', 'common'])
  const { undoFromToast } = useBulkUndo()

  return async function tell(job: BulkResult): Promise<void> {
    const { id, total, done, refused, problems } = job
    await Promise.all([changed, bulkQueryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    const open = () => void navigate({ to: '/manager/jobs/$id', params: { id } })
    if (job.status !== 'done') return open()
    if (total === 1 && problems[0]) throw new AppError(problems[0].code)
    const sentences = [
      ...(done > 0 ? [t(`did.${job.kind as ReportedKind}`, { who: countLabel(i18n, rowKindOf(job), done) })] : []),
      ...(refused > 0 ? [t('didNot', { who: countLabel(i18n, rowKindOf(job), refused) })] : []),
    ]
    const undo = job.canUndo ? { label: t('common:undo'), onClick: () => void undoFromToast(job) } : undefined
    return showToast(sentences.join(' '), refused > 0 ? { label: t('details'), onClick: open } : undo)
  }
}
