import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { inOrder, type Order } from './cursor.ts'

/** Below this many letters a search compares beginnings only. */
const SHORTEST_ANYWHERE = 3
/** Three letters in a row, or the beginning or end of a word: what a trigram index can look up. Signs alone have none. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u
const MAX_TERM_LENGTH = 200
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
  if ([...wanted].length >= SHORTEST_ANYWHERE && HAS_TRIGRAM.test(wanted))
    return sql`${anywhere} like ${`%${pattern}%`}`
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

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
