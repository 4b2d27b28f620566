import { foldForSearch } from '#lib/fold-for-search.ts'

/** The filters of a list by URL parameter; an empty filter matches all rows. */
export type ListFilters = Record<string, string>

/** The search, filters, order and start of a list, as in the URL of its page. */
export interface ListSearch {
  /** The search term; empty without a search. */
  searchTerm: string
  filters?: ListFilters
  sort?: string
  /** The cursor after which the list starts; empty for its first page. */
  after: string
}

/** Returns the number of active filters. */
export function countActiveFilters(filters: ListFilters = {}): number {
  return Object.values(filters).filter((value) => value !== '').length
}

/** Returns these filters with empty values. */
export function clearedFilters(filters: ListFilters = {}): ListFilters {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
}

/** Whether a label contains a typed text, regardless of case, accents and the forms of letters. */
export function matchesTyped(label: string, typed: string): boolean {
  return foldForSearch(label).includes(foldForSearch(typed.trim()))
}
