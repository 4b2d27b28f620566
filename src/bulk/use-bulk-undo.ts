import { useQueryClient } from '@tanstack/react-query'
import type { CustomTypeOptions } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ensureTexts } from '#i18n/require-texts.ts'
import { showFailure, showToast } from '#ui/toast.ts'
import { useFailureToast } from '#ui/use-error-text.ts'
import type { BulkJob } from './bulk-job.ts'
import { undoBulkJob } from './bulk.functions.ts'
import { rowKindOf, countLabel } from './row-label.ts'

/** The kinds of jobs that have a name in the i18n namespace `bulk`. */
export type NamedKind = keyof CustomTypeOptions['resources']['bulk']['kinds']

/** Returns functions that undo a bulk job and show the result. They invalidate all queries, because any data can change. */
export function useBulkUndo() {
  const queryClient = useQueryClient()
  const { i18n } = useTranslation()
  const orShowFailure = useFailureToast()

  async function undo({ id }: Pick<BulkJob, 'id'>): Promise<void> {
    const job = await undoBulkJob({ data: { id } })
    await Promise.all([queryClient.invalidateQueries(), ensureTexts(i18n, ['bulk'])])
    const who = countLabel(i18n, rowKindOf(job), job.undoRefused)
    if (job.status !== 'undone') void showToast(i18n.t('bulk:undoing'))
    else if (job.undoRefused > 0) void showFailure(i18n.t('bulk:undonePartly', { who }))
    else void showToast(i18n.t('bulk:undone'))
  }

  /** Undoes a job from a toast; shows a failure in another toast. */
  const undoFromToast = (job: Pick<BulkJob, 'id'>) => orShowFailure(() => undo(job))

  return { undo, undoFromToast }
}
