import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Below this many letters a search compares beginnings only: shorter texts have no trigram to look up. */
const TRIGRAM_LENGTH = 3
const MAX_TERM_LENGTH = 200

interface Searchable {
  /** Lower-case text with a trigram index. */
  anywhere: SQLWrapper
  /** Lower-case expressions with a text_pattern_ops index. */
  beginnings: SQLWrapper[]
}

/** Rows that a search term fits; undefined for an empty term. What people type is text, never a pattern. */
export function fits(term: string, { anywhere, beginnings }: Searchable): SQL | undefined {
  const wanted = searchTerm(term)
  if (wanted === '') return undefined
  const pattern = escapeLike(wanted)
  if ([...wanted].length >= TRIGRAM_LENGTH) return sql`${anywhere} like ${`%${pattern}%`}`
  return or(...beginnings.map((beginning) => sql`${beginning} like ${`${pattern}%`}`))
}

/** A term as it is compared: trimmed, in lower case, of bounded length, without what text columns cannot hold. */
export function searchTerm(typed: string): string {
  return typed.replaceAll('\0', '').trim().slice(0, MAX_TERM_LENGTH).toLowerCase()
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
