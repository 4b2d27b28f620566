import type { LinkOptions } from '@tanstack/react-router'
import type { AuditAction } from '#features.ts'
import { historyPage } from '#features.ui.ts'

interface HistoryLinkFilter {
  /** The id of the actor or the subject. */
  person?: string
  actions?: AuditAction
}

/** Returns the link to the history page with these filters; undefined if the product has no history page. */
export function historyLink(search: HistoryLinkFilter = {}): Pick<LinkOptions, 'to' | 'search'> | undefined {
  // The cast prevents a type error in a product without a history page, where no route has these filters.
  return historyPage && ({ to: historyPage.to, search } as Pick<LinkOptions, 'to' | 'search'>)
}
