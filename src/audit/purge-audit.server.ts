import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { log } from '#lib/log.server.ts'

/** The number of rows per statement: fewer than for other tables, because these rows are in many indexes. */
const BATCH_SIZE = 2_000

interface AuditRetention {
  /** The number of days that entries are kept; forever if undefined. */
  retentionDays: number | undefined
  /** The number of days that names of deleted users are kept. */
  eraseAfterDays: number
}

/**
 * Deletes expired entries from the history, and erases names of users deleted long ago, in batches. The database lets
 * the application do both only through two SQL functions; the one for deleting records the deletion in the history.
 */
export async function purgeAudit(db: Database, { retentionDays, eraseAfterDays }: AuditRetention): Promise<void> {
  const removed =
    retentionDays === undefined
      ? 0
      : await repeatUntilZero(db, sql`purge_history(${retentionDays}::int, ${BATCH_SIZE}::int)`)
  const erased = await repeatUntilZero(db, sql`erase_deleted_people(${eraseAfterDays}::int, ${BATCH_SIZE}::int)`)
  if (removed + erased > 0)
    log.info({ event: 'history.purged', removed, erased }, 'expired entries deleted, names of deleted users erased')
}

async function repeatUntilZero(db: Database, call: SQL): Promise<number> {
  let total = 0
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`select ${call} as count`)
    if (!row?.count) return total
    total += row.count
  }
}
