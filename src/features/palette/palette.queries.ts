import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findEverywhere } from './palette.functions.ts'

/** What a term finds; the findings of the term before stay while it is looked up. */
export function findingsQuery(term: string) {
  return queryOptions({
    queryKey: ['palette', term],
    queryFn: () => findEverywhere({ data: { term } }),
    enabled: term.trim() !== '',
    placeholderData: keepPreviousData,
  })
}
