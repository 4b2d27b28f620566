import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { foldForSearch } from '#lib/fold-for-search.ts'
import { repository, user } from './schema.ts'

/** The minimum number of letters to search anywhere in a text. Shorter terms match beginnings only. */
const MIN_ANYWHERE = 3
/** The parts that a trigram index can look up: three letters in a row, or a word's beginning or end. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
/** The number of letters that the index looks up for a number, an address or a link; the rest is compared. */
const DISTINCTIVE_LETTERS = 8
/** The minimum number of digits that distinguish a row from others. */
const DISTINCTIVE_DIGITS = 4

/** Searchable rows and the columns to search. The database folds all of them, in the same way as `foldForSearch`. */
export interface Searchable {
  table: PgTable
  id: SQLWrapper
  /** A text with a trigram index. */
  trigramColumn: SQLWrapper
  /** Texts whose beginning an index finds, by text_pattern_ops or by collation "C". */
  prefixColumns: SQLWrapper[]
}

/** People, by name and email address. */
export const SEARCHABLE_PEOPLE: Searchable = {
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

/** Returns the condition for rows that match a search term; undefined for an empty term. Wildcards are plain text. */
export function matches(searchTerm: string, columns: SearchedColumns): SQL | undefined {
  return matchesFolded(foldSearchTerm(searchTerm), columns)
}

/** Returns the condition of `matches` for a folded term. @param searchTerm as returned by `foldSearchTerm` */
export function matchesFolded(
  searchTerm: string,
  { trigramColumn, prefixColumns }: SearchedColumns,
  whenShort = or(...prefixColumns.map((beginning) => startsWith(beginning, searchTerm))),
): SQL | undefined {
  if (searchTerm === '') return undefined
  if ([...searchTerm].length >= MIN_ANYWHERE && HAS_TRIGRAM.test(searchTerm)) {
    const part = distinctivePart(searchTerm)
    if (part === undefined) return sql`${trigramColumn} like ${`%${escapeLike(searchTerm)}%`}`
    // No index can answer the second condition; otherwise PostgreSQL would look up the whole term after all.
    return sql`(${trigramColumn} like ${`%${escapeLike(part)}%`} and strpos(${trigramColumn}, ${searchTerm}) > 0)`
  }
  return whenShort
}

/** Returns the condition for rows in which a text begins with a term. @param searchTerm as returned by `foldSearchTerm` */
export function startsWith(text: SQLWrapper, searchTerm: string): SQL {
  return sql`${text} like ${`${escapeLike(searchTerm)}%`}`
}

/** Normalizes a search term: trims, folds and shortens it, and removes NUL, which text columns cannot store. */
export function foldSearchTerm(searchTerm: string): string {
  return foldForSearch(searchTerm.replaceAll('\0', '').trim().slice(0, appConfig.lists.searchTermMaxLength))
}

/**
 * Returns the most selective letters of a term with a number, an email address or a link. The other letters, such as those of
 * the domain, are in so many rows that a lookup takes a hundred milliseconds. Undefined if all of the term is needed.
 */
function distinctivePart(searchTerm: string): string | undefined {
  const letters = [...searchTerm]
  let part = endOf(/^(\S{3,}@)\S/.exec(searchTerm)?.[1] ?? /^\S+(\/[^\s/]{3,})\/?$/.exec(searchTerm)?.[1])
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
function endOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : [...text].slice(-DISTINCTIVE_LETTERS).join('')
}

/** Escapes a text so that `like` sees no pattern in it. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
