import { and, sql, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import { cutPage, type Page } from '#lib/page.ts'
import {
  orderBy,
  afterCursor,
  decodeCursor,
  reversedOrder,
  encodeCursor,
  type Order,
  type Position,
  type UpdatedRange,
} from './cursor.ts'
import { normalizeSearchTerm, matchesNormalized, startsWith, type Searchable } from './search.ts'

/** The number of rows that are read in order, within a few milliseconds, before the search index is used. */
const MAX_SCAN = 4_000
/** The size of each of two samples, the next rows and random rows. If no sampled row matches, the search index is used. */
const SAMPLE_ROWS = 200

interface PageRows {
  of: Searchable
  order: Order
  /** The condition for rows, apart from the search. */
  where?: SQL | undefined
  /** Another condition for rows. It has a separate index, as a search does, and is not part of the index for the order. */
  indexed?: SQL | undefined
  /** Whether to return the rows before the cursor, nearest first. */
  isBackwards?: boolean
  limit: number
}

interface PageRequest extends PageRows {
  /** The term as the user typed it; empty for all rows. */
  searchTerm: string
  /** The cursor of the previous page; null for the first page. */
  cursor: string | null
}

interface KeysetClauses {
  where: SQL | undefined
  orderBy: SQL
  /** The size of the page plus one: the additional row shows that there is a next page. */
  limit: number
  /** An expression to select with each row, from which `pageOf` makes the cursor of the next page. */
  position: SQL<string>
}

/**
 * Returns the clauses of the query for a page of a list (docs/decisions/0010-lists-at-a-million-rows.md);
 * `pageOf` converts the rows of the query to the page.
 * @throws {AppError} INVALID_INPUT if the cursor is invalid for this order
 */
export function keysetPage({ searchTerm, cursor, ...request }: PageRequest): KeysetClauses {
  const order = request.isBackwards ? reversedOrder(request.order) : request.order
  const rows = { ...request, order, limit: request.limit + 1 }
  return {
    ...conditionAndOrder(searchTerm, cursor, rows),
    limit: rows.limit,
    position: sql<string>`${rows.order.by}::text`,
  }
}

/** Returns the page of a list from the rows that the query of `keysetPage` found for the same limit. */
export function pageOf<Found extends { id: string | number; position: string }, Row>(
  found: Found[],
  limit: number,
  toRow: (found: Omit<Found, 'position'>) => Row,
): Page<Row> {
  const page = cutPage(found, limit, ({ position, id }) => encodeCursor({ value: position, id: String(id) }))
  return { ...page, rows: page.rows.map(({ position: _position, ...row }) => toRow(row)) }
}

type Clauses = Pick<KeysetClauses, 'where' | 'orderBy'>

function conditionAndOrder(searchTerm: string, cursor: string | null, rows: PageRows): Clauses {
  const { of, order, where } = rows
  const position = cursor === null ? undefined : decodeCursor(cursor)
  const behind = position && afterCursor(order, of.id, position)
  const normalized = normalizeSearchTerm(searchTerm)
  const found = matchesNormalized(normalized, of)
  const fitting = and(rows.indexed, found)
  if (found && !rows.indexed && order.type === 'text') return pageByName(normalized, found, rows, position)
  const among = and(where, behind)
  return {
    where: fitting ? isAmong(of.id, firstMatches(fitting, { ...rows, where: among })) : among,
    orderBy: orderBy(order, of.id),
  }
}

/**
 * Lists rows whose name begins with the term before all other matches: users usually search for the beginning of a name, and an
 * index finds these rows at any place of the list.
 */
function pageByName(searchTerm: string, fitting: SQL, rows: PageRows, position: Position | undefined): Clauses {
  const { of, order, where, limit, isBackwards = false } = rows
  const { table, id } = of
  const leads = startsWith(order.by, searchTerm)
  const inPlace = orderBy(order, id)
  const ordered = sql`(${leads}) ${sql.raw(isBackwards ? 'asc' : 'desc')}, ${inPlace}`
  const leading = (behind?: SQL) =>
    sql`select ${id} from ${table} where ${and(where, leads, behind)} order by ${inPlace} limit ${limit}`
  const others = (behind?: SQL) => firstMatches(fitting, { ...rows, where: and(where, sql`not (${leads})`, behind) })
  const [first, second] = isBackwards ? [others, leading] : [leading, others]

  const behind = position && afterCursor(order, id, position)
  const isAmongLeading = position?.value.startsWith(searchTerm) ?? !isBackwards
  if (isAmongLeading === isBackwards) return { where: isAmong(id, second(behind)), orderBy: ordered }
  const firstThenSecond = sql`
    with front as materialized (${first(behind)})
    select id from front
    union all
    select id from (${second()}) as rest where (select count(*) from front) < ${limit}`
  return { where: isAmong(id, firstThenSecond), orderBy: ordered }
}

/**
 * Returns the ids of the first rows in an order that match a search. A common word is found fastest in the order's index, a rare
 * word in the search index. Whether a word is common near the position is unknown, so the first step reads at most `MAX_SCAN` rows
 * of the order's index. If they do not fill the page, the search index finds all rows that match.
 */
function firstMatches(all: SQL, { of: { table, id }, order, where = sql`true`, limit, indexed }: PageRows): SQL {
  const foundNear = sql`(select count(*) from near)`
  const inPlace = sql.raw(`order by place ${order.direction}, id ${order.direction}`)
  const next = (count: number, where: SQL) =>
    sql`select *, ${order.by} as place from ${table} where ${where} order by ${orderBy(order, id)} limit ${count}`
  // Sample only with `indexed`. Without it, sampling would cost as much time for common words as it saves for rare words.
  const tried = indexed && hasMatch(all, table, [next(SAMPLE_ROWS, where), randomSample({ table, id })])
  const whereNear = tried ? sql`${where} and (select have_one from tried)` : where
  return sql`
    with ${tried ? sql`tried as materialized (${tried}), ` : sql``}near as materialized (
      select id from (${next(MAX_SCAN, whereNear)}) as ${table} where ${all} ${inPlace} limit ${limit}
    ), far as materialized (
      select ${id}, ${order.by} as place from ${table} where ${where} and ${all} and ${foundNear} < ${limit}
    )
    select id from near where ${foundNear} = ${limit}
    union all
    (select id from far ${inPlace} limit ${limit})`
}

/** Returns a query that checks whether any row of these subqueries matches. */
function hasMatch(fitting: SQL, table: SQLWrapper, rows: SQL[]): SQL {
  const some = rows.map((these) => sql`exists (select from (${these}) as ${table} where ${fitting})`)
  return sql`select ${sql.join(some, sql` or `)} as have_one`
}

/** Returns a query for a sample of a table: ids are random, so the rows after a random id are random, too. */
function randomSample({ table, id }: Pick<Searchable, 'table' | 'id'>): SQL {
  return sql`select * from ${table} where ${id} > (select gen_random_uuid()) order by ${id} limit ${SAMPLE_ROWS}`
}

function isAmong(id: SQLWrapper, ids: SQL): SQL {
  return sql`${id} = any(array(${ids}))`
}

/** Returns the order and the condition of a list of changed rows, oldest change first. */
export function byLastChange(updatedAt: AnyColumn, { after, until }: UpdatedRange) {
  const order: Order = { by: updatedAt, type: 'timestamptz', direction: 'asc' }
  return { order, where: sql`(${updatedAt} > ${after}::timestamptz and ${updatedAt} <= ${until}::timestamptz)` }
}
