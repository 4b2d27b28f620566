import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#audit/audit-actions.ts'
import { useNameInHistory } from '#audit/history-sentence.tsx'
import { isolated } from '#lib/intl.ts'

/** Returns a function that describes an entry without links, for titles. */
export function useHistoryText(): (entry: HistoryEntry) => string {
  const { t } = useTranslation('history')
  const nameOf = useNameInHistory()
  return (entry) =>
    t(`actions.${entry.action}`, {
      // Actions of removed features have no text.
      defaultValue: entry.action,
      actor: isolated(nameOf(entry, 'actor')),
      subject: isolated(nameOf(entry, 'subject')),
    })
}
