import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { showToast } from '#ui/toast.ts'
import type { CustomTypeOptions } from 'i18next'
import type { BulkResult } from './bulk-job.ts'
import { useBulkUndo } from './use-bulk-undo.ts'
import { rowsOf, whomIn } from './whom.ts'

/** The kinds of jobs that are told of in passing. */
type ToldKind = keyof CustomTypeOptions['resources']['bulk']['did']

/**
 * Says what became of a job that was just started: by a toast that has it back, or by its page where it goes on there.
 * @param changed the queries whose rows are others now
 * @returns throws for one row alone that was refused, so that the question stays open and says why
 */
export function useBulkResult(changed: QueryKey) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { t, i18n } = useTranslation(['bulk', 'common'])
  const { undoOrTell } = useBulkUndo()

  return async function tell(job: BulkResult): Promise<void> {
    const { id, total, done, refused, problems } = job
    await queryClient.invalidateQueries({ queryKey: changed })
    const open = () => void navigate({ to: '/manager/jobs/$id', params: { id } })
    if (job.status !== 'done') return open()
    if (total === 1 && problems[0]) throw new AppError(problems[0].code)
    const sentences = [
      ...(done > 0 ? [t(`did.${job.kind as ToldKind}`, { who: whomIn(i18n, rowsOf(job), done) })] : []),
      ...(refused > 0 ? [t('didNot', { who: whomIn(i18n, rowsOf(job), refused) })] : []),
    ]
    const undo = job.canUndo ? { label: t('common:undo'), onClick: () => void undoOrTell(job) } : undefined
    return showToast(sentences.join(' '), refused > 0 ? { label: t('details'), onClick: open } : undo)
  }
}
