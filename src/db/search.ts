import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { foldForSearch } from '#lib/fold-for-search.ts'
import { repository, user } from './schema.ts'

/** The minimum length of a term that is searched anywhere in a text. Shorter terms match only the beginning of a text. */
const MIN_TRIGRAM_LENGTH = 3
/** Matches a part that a trigram index can look up: three letters in a row, or a word's beginning or end. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
/** The number of characters of a number, email or link to look up in the index. Found rows are compared with the whole term. */
const DISTINCTIVE_LETTERS = 8
/** The minimum number of digits that distinguish a row from others. */
const DISTINCTIVE_DIGITS = 4

/** Searchable rows and the columns to search. The database folds all of them, in the same way as `foldForSearch`. */
export interface Searchable {
  table: PgTable
  id: SQLWrapper
  /** A text with a trigram index. */
  trigramColumn: SQLWrapper
  /** Texts with an index on their beginning, by text_pattern_ops or by collation "C". */
  prefixColumns: SQLWrapper[]
}

/** Users, by name and email address. */
export const SEARCHABLE_USERS: Searchable = {
  table: user,
  id: user.id,
  trigramColumn: user.searchText,
  prefixColumns: [user.sortName, user.email],
}

/** Repositories, by all their texts. */
export const SEARCHABLE_REPOSITORIES: Searchable = {
  table: repository,
  id: repository.id,
  trigramColumn: repository.searchText,
  prefixColumns: [repository.sortName],
}

type SearchedColumns = Pick<Searchable, 'trigramColumn' | 'prefixColumns'>

/** Returns the condition for rows that match a search term; undefined for an empty term. Wildcards in the term are plain text. */
export function matches(searchTerm: string, columns: SearchedColumns): SQL | undefined {
  return matchesNormalized(normalizeSearchTerm(searchTerm), columns)
}

/** Returns the condition of `matches` for a normalized term. @param searchTerm as returned by `normalizeSearchTerm` */
export function matchesNormalized(
  searchTerm: string,
  { trigramColumn, prefixColumns }: SearchedColumns,
  whenShort = or(...prefixColumns.map((beginning) => startsWith(beginning, searchTerm))),
): SQL | undefined {
  if (searchTerm === '') return undefined
  if ([...searchTerm].length >= MIN_TRIGRAM_LENGTH && HAS_TRIGRAM.test(searchTerm)) {
    const part = distinctivePart(searchTerm)
    if (part === undefined) return sql`${trigramColumn} like ${`%${escapeLike(searchTerm)}%`}`
    // `strpos` cannot use an index. With a second `like`, PostgreSQL would look up the whole term in the index after all.
    return sql`(${trigramColumn} like ${`%${escapeLike(part)}%`} and strpos(${trigramColumn}, ${searchTerm}) > 0)`
  }
  return whenShort
}

/** Returns the condition for rows in which a text begins with a term. @param searchTerm as returned by `normalizeSearchTerm` */
export function startsWith(text: SQLWrapper, searchTerm: string): SQL {
  return sql`${text} like ${`${escapeLike(searchTerm)}%`}`
}

/** Normalizes a search term: trims, folds and shortens it, and removes NUL, which text columns cannot store. */
export function normalizeSearchTerm(searchTerm: string): string {
  return foldForSearch(searchTerm.replaceAll('\0', '').trim().slice(0, appConfig.lists.searchTermMaxLength))
}

/**
 * Returns the most selective letters of a term with a number, an email address or a link. So many rows contain the other
 * letters, such as the domain, that their lookup takes 100 milliseconds. Undefined if the whole term must be looked up.
 */
function distinctivePart(searchTerm: string): string | undefined {
  const letters = [...searchTerm]
  let part = lastCharacters(/^(\S{3,}@)\S/.exec(searchTerm)?.[1] ?? /^\S+(\/[^\s/]{3,})\/?$/.exec(searchTerm)?.[1])
  let maxDigits = DISTINCTIVE_DIGITS - 1
  for (let start = 0; start + DISTINCTIVE_LETTERS <= letters.length; start += 1) {
    const window = letters.slice(start, start + DISTINCTIVE_LETTERS)
    const digits = window.filter((letter) => /\d/.test(letter)).length
    if (digits <= maxDigits) continue
    maxDigits = digits
    part = window.join('')
  }
  return part !== undefined && HAS_TRIGRAM.test(part) ? part : undefined
}

/** Returns the last `DISTINCTIVE_LETTERS` letters of a text. */
function lastCharacters(text: string | undefined): string | undefined {
  return text === undefined ? undefined : [...text].slice(-DISTINCTIVE_LETTERS).join('')
}

/** Escapes a text for `like`, so that none of its characters are wildcards. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
