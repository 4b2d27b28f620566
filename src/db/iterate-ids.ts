import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { afterCursor, orderBy, type Order, type Position } from './cursor.ts'

/** The number of rows that one query reads, so that an iteration never has more rows in memory. */
const BATCH_SIZE = 2_000

interface IterationRequest {
  table: PgTable
  id: PgColumn
  order: Order
  /** The condition for the rows to read. */
  where: SQL | undefined
  /** The condition for those of the read rows whose ids are returned; all if omitted. */
  condition?: SQL | undefined
}

/**
 * Iterates over the ids of all rows that match a filter, in order and in batches. Each query reads a fixed number of rows after
 * those of the previous query, matching or not, so that a search for a rare word makes no query slow.
 */
export async function* iterateIds(
  db: Database,
  { table, id, order, where, condition }: IterationRequest,
): AsyncGenerator<string[]> {
  let last: Position | undefined
  do {
    const looked = await db
      .select({
        id: sql<string>`${id}::text`,
        value: sql<string>`${order.by}::text`,
        doesFit: sql<boolean>`${condition ?? sql`true`}`,
      })
      .from(table)
      .where(and(where, last && afterCursor(order, id, last)))
      .orderBy(orderBy(order, id))
      .limit(BATCH_SIZE)
    yield looked.filter(({ doesFit }) => doesFit).map(({ id }) => id)
    last = looked.length === BATCH_SIZE ? looked.at(-1) : undefined
  } while (last)
}

/** Returns the condition for the rows with one of these ids, for example from `iterateIds`. */
export function isOneOf(id: PgColumn, ids: string[]): SQL {
  return sql`${id} = any(${`{${ids.join(',')}}`}::${sql.raw(id.getSQLType())}[])`
}
