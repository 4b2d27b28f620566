import type { ComponentType } from 'react'
import { HistoryExport } from '#features/history/components/history.export.tsx'
import type { HistorySearch } from '#features/history/history-search.ts'
import type { Namespace } from '#i18n/namespaces.ts'

/** The i18n namespaces of the history page, with those of the jobs in it. */
export const historyNamespaces: Namespace[] = ['audit', 'history', 'bulk']

/** The tools that features add beside the title of the history. */
export const historyTools: Record<string, ComponentType<{ search: HistorySearch }>> = {
  export: HistoryExport,
}
