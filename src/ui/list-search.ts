/** Filters of a list by the parameters of its URL; an empty one lets all through. */
export type ListFilters = Record<string, string>

/** The search, filters, order and beginning of a list, as the URL of its page has them. */
export interface ListSearch {
  /** Empty for none. */
  searchTerm: string
  filters?: ListFilters
  sort?: string
  /** The cursor behind which the list begins; empty for its beginning. */
  after: string
}

/** The number of filters that are on. */
export function countFilters(filters: ListFilters = {}): number {
  return Object.values(filters).filter((value) => value !== '').length
}

/** Filters none of which is on, to be put in place of these. */
export function clearedFilters(filters: ListFilters = {}): ListFilters {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
}
