import type { LinkOptions } from '@tanstack/react-router'
import { historyPage } from '#features.ui.ts'
import type { HistoryAction } from './audit-actions.ts'

interface HistoryFilter {
  /** The id of whoever did it, or whom it was done to. */
  person?: string
  actions?: HistoryAction
}

/** Leads to the page of the whole history, filtered. @returns undefined where the product has none */
export function historyLink(search: HistoryFilter = {}): Pick<LinkOptions, 'to' | 'search'> | undefined {
  // Without that page no page takes these filters, and the types say so.
  return historyPage && ({ to: historyPage.to, search } as Pick<LinkOptions, 'to' | 'search'>)
}
