import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { inOrder, type Order } from './cursor.ts'

/** Below this many letters a search compares beginnings only. */
const SHORTEST_ANYWHERE = 3
/** Three letters in a row, or the beginning or end of a word: what a trigram index can look up. Signs alone have none. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
const MAX_TERM_LENGTH = 200
/** As many letters of a term with a number, an address or a link are looked up in the search index; the rest is compared. */
const TELLING_LETTERS = 8
/** So many digits tell a row from the others. */
const TELLING_DIGITS = 4
/** So many rows are looked at one after the other before the search index is asked; a few milliseconds. */
const NEAR = 4_000

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
  if ([...wanted].length >= SHORTEST_ANYWHERE && HAS_TRIGRAM.test(wanted)) {
    const part = tellingPart(wanted)
    if (part === undefined) return sql`${anywhere} like ${`%${pattern}%`}`
    // The second condition is one that no index answers, else all of the term would be looked up all the same.
    return sql`(${anywhere} like ${`%${escapeLike(part)}%`} and strpos(${anywhere}, ${wanted}) > 0)`
  }
  return or(...beginnings.map((beginning) => sql`${beginning} like ${`${pattern}%`}`))
}

interface Search {
  table: PgTable
  id: SQLWrapper
  order: Order
  /** What else a row must be: filters, and behind the cursor. */
  within: SQL | undefined
  /** From `fits`; undefined when nothing is searched for. */
  fitting: SQL | undefined
  limit: number
}

/**
 * The first rows in an order that a term fits, as a condition. Common words are found by walking the order's
 * index, rare ones through the search index. Which it is shows only in the data: a word may be common and yet far away, as
 * "tide" is in the order of names. So the walk is short, and only where it did not fill the page is the search index asked
 * for all that fit. See docs/decisions/0010-lists-at-a-million-rows.md.
 */
export function firstThatFit({ table, id, order, within = sql`true`, fitting, limit }: Search): SQL {
  if (!fitting) return within
  const foundNear = sql`(select count(*) from near)`
  const inPlace = sql.raw(`order by place ${order.direction}, id ${order.direction}`)
  return sql`${id} = any(array(
    with near as materialized (
      select id from (
        select *, ${order.by} as place from ${table} where ${within} order by ${inOrder(order, id)} limit ${NEAR}
      ) as ${table} where ${fitting} ${inPlace} limit ${limit}
    ), far as materialized (
      select ${id}, ${order.by} as place from ${table} where ${within} and ${fitting} and ${foundNear} < ${limit}
    )
    select id from near where ${foundNear} = ${limit}
    union all
    (select id from far ${inPlace} limit ${limit})
  ))`
}

/** A term as it is compared: trimmed, in lower case, of bounded length, without what text columns cannot hold. */
export function searchTerm(typed: string): string {
  return typed.replaceAll('\0', '').trim().slice(0, MAX_TERM_LENGTH).toLowerCase()
}

/**
 * What tells a row from the others in a term with a number, an e-mail address or a link. Their other letters, such as those
 * of the domain, are in so many rows that looking them up takes a hundred milliseconds. Undefined where all of a term tells.
 */
function tellingPart(term: string): string | undefined {
  const letters = [...term]
  let part = endOf(/^(\S{3,}@)\S/.exec(term)?.[1] ?? /^\S+(\/[^\s/]{3,})\/?$/.exec(term)?.[1])
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

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
