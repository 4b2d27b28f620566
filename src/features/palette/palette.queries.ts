import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findEverywhere } from './palette.functions.ts'

/** No name is longer; what is pasted may be, and has to go into an address. */
const MOST_CHARACTERS = 200

/** The query for what a search term finds; the findings of the term before stay while it is looked up. */
export function findingsQuery(typed: string) {
  const searchTerm = typed.slice(0, MOST_CHARACTERS)
  return queryOptions({
    queryKey: ['palette', searchTerm],
    queryFn: () => findEverywhere({ data: { searchTerm } }),
    enabled: searchTerm.trim() !== '',
    placeholderData: keepPreviousData,
  })
}
