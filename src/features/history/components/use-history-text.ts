import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#audit/audit-actions.ts'
import { useNameInHistory } from '#audit/history-sentence.tsx'
import { isolated } from '#lib/intl.ts'

/** Tells an entry in words without links: for titles. */
export function useHistoryText(): (entry: HistoryEntry) => string {
  const { t } = useTranslation('history')
  const nameOf = useNameInHistory()
  return (entry) =>
    t(`actions.${entry.action}`, {
      // Of a feature that was taken out.
      defaultValue: entry.action,
      actor: isolated(nameOf(entry, 'actor')),
      subject: isolated(nameOf(entry, 'subject')),
    })
}
