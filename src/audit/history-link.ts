import type { LinkOptions } from '@tanstack/react-router'
import { historyPage } from '#features.ui.ts'
import type { HistoryAction } from './audit-actions.ts'

interface HistoryFilter {
  /** The id of the actor or the subject. */
  person?: string
  actions?: HistoryAction
}

/** Returns the link to the page of the whole history, filtered; undefined if the product has no such page. */
export function historyLink(search: HistoryFilter = {}): Pick<LinkOptions, 'to' | 'search'> | undefined {
  // Without that page no route has these filters, which would be a type error.
  return historyPage && ({ to: historyPage.to, search } as Pick<LinkOptions, 'to' | 'search'>)
}
