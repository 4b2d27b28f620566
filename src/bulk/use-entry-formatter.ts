import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#audit/audit-entry.ts'
import { useAuditNameFormatter } from '#audit/audit-sentence.tsx'
import { isolateDirection } from '#lib/intl.ts'
import type { JobOfEntry } from './job-of-entry.server.ts'
import { countLabel, rowKindOf } from './row-label.ts'
import type { NamedKind } from './use-bulk-undo.ts'

/** An entry of the history, with the bulk job that it starts or undoes. */
export interface EntryWithJob extends AuditEntry {
  job: JobOfEntry | null
}

/**
 * Returns a function that describes an entry in a sentence. For an entry that starts or undoes a bulk job, the sentence says
 * what the job did.
 */
export function useEntryFormatter() {
  const { t, i18n } = useTranslation('history')
  const nameOf = useAuditNameFormatter()
  return (
    entry: EntryWithJob,
    names = { actor: isolateDirection(nameOf(entry, 'actor')), subject: isolateDirection(nameOf(entry, 'subject')) },
  ): string => {
    const { action, job } = entry
    // Actions of removed features have no text.
    const sentence = t(`actions.${action}`, { ...names, defaultValue: action })
    if (!job) return sentence
    const kind = job.kind as NamedKind
    const file = job.fileName === null ? [] : [isolateDirection(job.fileName)]
    if (action === 'bulk-job-undone')
      return i18n.t('bulk:undid', { ...names, job: [i18n.t(`bulk:kinds.${kind}`), ...file].join(' · ') })
    const rows = rowKindOf(job)
    const who =
      job.name === null
        ? countLabel(i18n, rows, job.count)
        : i18n.t(rows === 'users' ? 'bulk:who.user' : 'bulk:who.repository', { name: isolateDirection(job.name) })
    return i18n.t(`bulk:acts.${kind}`, { ...names, who, file: file.join(''), defaultValue: sentence })
  }
}
