import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findEverywhere } from './palette.functions.ts'

/** The query for what a search term finds; the findings of the term before stay while it is looked up. */
export function findingsQuery(searchTerm: string) {
  return queryOptions({
    queryKey: ['palette', searchTerm],
    queryFn: () => findEverywhere({ data: { searchTerm } }),
    enabled: searchTerm.trim() !== '',
    placeholderData: keepPreviousData,
  })
}
