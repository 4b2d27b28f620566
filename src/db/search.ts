import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { foldForSearch } from '#lib/fold-for-search.ts'
import { repository, user } from './schema.ts'

/** Below this many letters a search compares beginnings only. */
const SHORTEST_ANYWHERE = 3
/** Three letters in a row, or the beginning or end of a word: what a trigram index can look up. Signs alone have none. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
/** As many letters of a term with a number, an address or a link are looked up in the search index; the rest is compared. */
const TELLING_LETTERS = 8
/** So many digits tell a row from the others. */
const TELLING_DIGITS = 4

/** Rows that can be searched, and where a search looks. All of it is folded, as the database's `foldForSearch` does. */
export interface Searchable {
  table: PgTable
  id: SQLWrapper
  /** A text with a trigram index. */
  trigramColumn: SQLWrapper
  /** Texts whose beginning an index finds: by text_pattern_ops, or of collation "C". */
  prefixColumns: SQLWrapper[]
}

/** People, by name and e-mail address. */
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

/** Rows that a search term fits; undefined for an empty term. What people type is text, never a pattern. */
export function matches(searchTerm: string, columns: SearchedColumns): SQL | undefined {
  return matchesFolded(foldSearchTerm(searchTerm), columns)
}

/** Rows that a search term fits; undefined for an empty term. @param searchTerm as `foldSearchTerm` gives it */
export function matchesFolded(
  searchTerm: string,
  { trigramColumn, prefixColumns }: SearchedColumns,
  whenShort = or(...prefixColumns.map((beginning) => startsWith(beginning, searchTerm))),
): SQL | undefined {
  if (searchTerm === '') return undefined
  if ([...searchTerm].length >= SHORTEST_ANYWHERE && HAS_TRIGRAM.test(searchTerm)) {
    const part = tellingPart(searchTerm)
    if (part === undefined) return sql`${trigramColumn} like ${`%${escapeLike(searchTerm)}%`}`
    // The second condition is one that no index answers, else all of the term would be looked up all the same.
    return sql`(${trigramColumn} like ${`%${escapeLike(part)}%`} and strpos(${trigramColumn}, ${searchTerm}) > 0)`
  }
  return whenShort
}

/** Rows in which a text begins with a search term. @param searchTerm as `foldSearchTerm` gives it */
export function startsWith(text: SQLWrapper, searchTerm: string): SQL {
  return sql`${text} like ${`${escapeLike(searchTerm)}%`}`
}

/** A search term as it is compared: trimmed, folded, of bounded length, without what text columns cannot hold. */
export function foldSearchTerm(searchTerm: string): string {
  return foldForSearch(searchTerm.replaceAll('\0', '').trim().slice(0, appConfig.lists.searchTermMaxLength))
}

/**
 * What tells a row from the others in a term with a number, an e-mail address or a link. Their other letters, such as those
 * of the domain, are in so many rows that looking them up takes a hundred milliseconds. Undefined where all of a term tells.
 */
function tellingPart(searchTerm: string): string | undefined {
  const letters = [...searchTerm]
  let part = endOf(/^(\S{3,}@)\S/.exec(searchTerm)?.[1] ?? /^\S+(\/[^\s/]{3,})\/?$/.exec(searchTerm)?.[1])
  let mostDigits = TELLING_DIGITS - 1
  for (let start = 0; start + TELLING_LETTERS <= letters.length; start += 1) {
    const window = letters.slice(start, start + TELLING_LETTERS)
    const digits = window.filter((letter) => /\d/.test(letter)).length
    if (digits <= mostDigits) continue
    mostDigits = digits
    part = window.join('')
  }
  return part !== undefined && HAS_TRIGRAM.test(part) ? part : undefined
}

/** The last telling letters of a text. */
function endOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : [...text].slice(-TELLING_LETTERS).join('')
}

/** A text in which `like` sees no pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
