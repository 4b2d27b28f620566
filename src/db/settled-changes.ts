import { setTimeout as pause } from 'node:timers/promises'
import { and, getTableName, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { afterCursor, orderBy, decodeCursor, encodeCursor, type UpdatedRange } from './cursor.ts'
import { byLastChange } from './keyset-page.ts'
import type { Page, SyncedPage } from '#lib/page.ts'

/** The maximum wait of a call for transactions that are changing a table, and the time between two checks, in milliseconds. */
const MAX_WAIT_MS = 500
const POLL_MS = 10

/**
 * Waits until all transactions have ended that are changing a table at this moment. Each of them holds a lock on the table from
 * before its first change until its commit is visible. @returns whether they ended within `MAX_WAIT_MS`
 */
export async function waitForWriters(db: Database, table: PgTable): Promise<boolean> {
  const waitsUntil = performance.now() + MAX_WAIT_MS
  let writers = await transactionsChanging(db, table)
  while (writers.length > 0 && performance.now() < waitsUntil) {
    await pause(POLL_MS)
    const present = await transactionsChanging(db, table)
    writers = writers.filter((writer) => present.includes(writer))
  }
  return writers.length === 0
}

/** The maximum number of changes that one page reads, so that a filter with few matches costs a few milliseconds. */
const MAX_READ = 4_000

/** The greatest id. A cursor with this id is after all rows of its time. */
const GREATEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface ListOrSync<Row> {
  db: Database
  table: PgTable & { id: AnyColumn; updatedAt: AnyColumn }
  /** The condition of the table's index on `updated_at`, if it is not on all rows. */
  indexed?: SQL | undefined
  /** The time after which rows must have changed, from the caller's last call; undefined to list all rows. */
  updatedAfter: string | undefined
  cursor: string | null
  list: (updated: UpdatedRange | undefined) => Promise<Page<Row>>
  /** Counts the rows of all pages; undefined if the caller does not need their number. */
  count: ((updated: UpdatedRange | undefined) => Promise<number>) | undefined
}

/**
 * Lists the rows of a table, or those that changed after a time, with the time for the next call as `syncedUntil`. With filters,
 * a page of changed rows can be short although more pages follow. @throws {AppError} INVALID_INPUT for an invalid cursor
 */
export async function listOrSync<Row>({
  db,
  table,
  indexed,
  updatedAfter,
  cursor,
  list,
  count,
}: ListOrSync<Row>): Promise<SyncedPage<Row>> {
  if (updatedAfter === undefined) return { ...(await list(undefined)), total: await count?.(undefined) }
  const until = await findSettledTime(db, table)
  if (until === undefined) return { rows: [], nextCursor: null, syncedUntil: updatedAfter }
  const range = { after: updatedAfter, until }
  const { order, where } = byLastChange(table.updatedAt, range)
  const behind = cursor === null ? undefined : afterCursor(order, table.id, decodeCursor(cursor))
  const [{ end, total } = { end: null, total: 0 }] = await db.execute<{ end: string | null; total: number }>(sql`
    select max(at)::text as "end", count(*)::int as total from (
      select ${table.updatedAt} as at from ${table} where ${and(indexed, where, behind)}
      order by ${orderBy(order, table.id)} limit ${MAX_READ}
    ) as read`)
  const isCut = end !== null && total === MAX_READ
  const { rows, nextCursor } = await list({ after: updatedAfter, until: isCut ? end : until })
  return {
    rows,
    nextCursor: nextCursor ?? (isCut ? encodeCursor({ value: end, id: GREATEST_UUID }) : null),
    total: await count?.(range),
    syncedUntil: until,
  }
}

/**
 * Returns a time up to which no change of a table can appear anymore; undefined if a transaction that is changing the table takes
 * longer than `MAX_WAIT_MS`. A trigger must set the `updated_at` of each inserted and updated row to `clock_timestamp()`.
 */
async function findSettledTime(db: Database, table: PgTable): Promise<string | undefined> {
  const [row] = await db.execute<{ now: string }>(sql`
    select to_char(clock_timestamp() at time zone 'UTC' - interval '2 milliseconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`)
  // Read the locks in a later statement than the time, so that every transaction with an earlier change has its lock or has ended.
  return (await waitForWriters(db, table)) ? row?.now : undefined
}

/** Returns the transactions that are changing a table at this moment. */
async function transactionsChanging(db: Database, table: PgTable): Promise<string[]> {
  const rows = await db.execute<{ transaction: string }>(sql`
    select virtualtransaction as transaction from pg_locks
    where relation = ${`"${getTableName(table)}"`}::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.map(({ transaction }) => transaction)
}
