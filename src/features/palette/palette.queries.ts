import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findEverywhere } from './palette.functions.ts'

/** Maximum length of a search term, because the term is sent in a URL. Names are shorter, but pasted text can be longer. */
const MAX_CHARACTERS = 200

/** The query for the matches of a search term; shows the previous term's matches until the new ones are loaded. */
export function paletteMatchesQuery(typed: string) {
  const searchTerm = typed.slice(0, MAX_CHARACTERS)
  return queryOptions({
    queryKey: ['palette', searchTerm],
    queryFn: () => findEverywhere({ data: { searchTerm } }),
    enabled: searchTerm.trim() !== '',
    placeholderData: keepPreviousData,
  })
}
