import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { afterCursor, orderBy, type Order, type Position } from './cursor.ts'

/** The maximum number of rows that one query reads, and that an iteration has in memory. */
const BATCH_SIZE = 2_000

interface IterationRequest {
  table: PgTable
  id: PgColumn
  order: Order
  /** The condition for the rows to read. */
  where: SQL | undefined
  /** The condition for returning a row that was read; if omitted, all are returned. */
  condition?: SQL | undefined
}

/** The clauses of the query for the rows of one batch. */
interface BatchClauses {
  where: SQL
  orderBy: SQL
}

/**
 * Iterates over all rows that match a filter, in order and in batches.
 * @param read reads the rows of a batch
 */
export async function* iterateRows<Row>(
  db: Database,
  request: IterationRequest,
  read: (batch: BatchClauses) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const { id, order } = request
  for await (const ids of iterateIds(db, request))
    yield read({
      where: sql`${id} = any(${`{${ids.join(',')}}`}::${sql.raw(id.getSQLType())}[])`,
      orderBy: orderBy(order, id),
    })
}

/**
 * Iterates over the ids of all rows that match a filter. Each query reads a fixed number of rows after those of the previous
 * query, matching or not, so that a search for a rare word makes no query slow.
 */
async function* iterateIds(
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
