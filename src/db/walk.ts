import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { afterCursor, orderBy, type Order, type Position } from './cursor.ts'

/** So many rows are looked at by one query: the most that a walk has in memory, however many there are. */
const BATCH = 2_000

interface Walk {
  table: PgTable
  id: PgColumn
  order: Order
  /** The rows that are looked at. */
  within: SQL | undefined
  /** Those of them that are wanted; all where it is left out. */
  fits?: SQL | undefined
}

/**
 * The ids of all rows of a filter in their order, some at a time. Each query looks at so many rows from where the one before
 * ended, whether or not a search fits them, so that a rare word makes none longer than another.
 */
export async function* walkIds(db: Database, { table, id, order, within, fits }: Walk): AsyncGenerator<string[]> {
  let last: Position | undefined
  do {
    const looked = await db
      .select({
        id: sql<string>`${id}::text`,
        value: sql<string>`${order.by}::text`,
        doesFit: sql<boolean>`${fits ?? sql`true`}`,
      })
      .from(table)
      .where(and(within, last && afterCursor(order, id, last)))
      .orderBy(orderBy(order, id))
      .limit(BATCH)
    yield looked.filter(({ doesFit }) => doesFit).map(({ id }) => id)
    last = looked.length === BATCH ? looked.at(-1) : undefined
  } while (last)
}

/** Whether an id is one of those that `walkIds` gave. */
export function isOneOf(id: PgColumn, ids: string[]): SQL {
  return sql`${id} = any(${`{${ids.join(',')}}`}::${sql.raw(id.getSQLType())}[])`
}
