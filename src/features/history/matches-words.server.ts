import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { escapeLike, matchesFolded } from '#db/search.ts'

/**
 * Rows that a search term fits by a trigram index alone: anywhere, or where the term is short at the beginning of a word.
 * Undefined for an empty term; a term of nothing but signs fits nothing.
 * @param searchTerm as `foldSearchTerm` gives it
 * @param trigramColumn a text that begins with a space
 */
export function matchesWords(searchTerm: string, trigramColumn: SQLWrapper): SQL | undefined {
  const beginning = /[\p{L}\p{N}]/u.test(searchTerm)
    ? sql`${trigramColumn} like ${`% ${escapeLike(searchTerm)}%`}`
    : sql`false`
  return matchesFolded(searchTerm, { trigramColumn, prefixColumns: [] }, beginning)
}
