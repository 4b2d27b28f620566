import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { escapeLike, matchesNormalized } from '#db/search.ts'

/**
 * Returns the condition for rows that contain a search term, using only a trigram index. A short term matches only at the start
 * of a word. Undefined for an empty term. A term without letters and digits matches nothing.
 * @param searchTerm as `normalizeSearchTerm` returns it
 * @param trigramColumn a text that begins with a space
 */
export function matchesWords(searchTerm: string, trigramColumn: SQLWrapper): SQL | undefined {
  const beginning = /[\p{L}\p{N}]/u.test(searchTerm)
    ? sql`${trigramColumn} like ${`% ${escapeLike(searchTerm)}%`}`
    : sql`false`
  return matchesNormalized(searchTerm, { trigramColumn, prefixColumns: [] }, beginning)
}
