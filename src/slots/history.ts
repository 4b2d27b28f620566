import type { ComponentType } from 'react'
import { HistoryExport } from '#features/history/components/history.export.tsx'
import type { HistorySearch } from '#features/history/history-search.ts'

/** The tools that features add beside the title of the history. */
export const historyTools: Record<string, ComponentType<{ search: HistorySearch }>> = {
  export: HistoryExport,
}
