import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { log } from '#lib/log.server.ts'

/** So many rows are removed at once: fewer than of other tables, for they stand in many indexes. */
const BATCH = 2_000

interface Times {
  /** For so long entries are kept; for ever where left out. */
  retentionDays: number | undefined
  /** For so long names of who was deleted are kept. */
  eraseAfterDays: number
}

/**
 * Takes out of the history what is past its time, and names of people who are long gone, in batches. The database lets the
 * application do so through two functions alone, and one of them writes down that something was removed.
 */
export async function purgeHistory(db: Database, { retentionDays, eraseAfterDays }: Times): Promise<void> {
  const removed =
    retentionDays === undefined
      ? 0
      : await untilNoneIsLeft(db, sql`purge_history(${retentionDays}::int, ${BATCH}::int)`)
  const erased = await untilNoneIsLeft(db, sql`erase_deleted_people(${eraseAfterDays}::int, ${BATCH}::int)`)
  if (removed + erased > 0) log.info({ event: 'history.purged', removed, erased })
}

async function untilNoneIsLeft(db: Database, call: SQL): Promise<number> {
  let total = 0
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`select ${call} as count`)
    if (!row?.count) return total
    total += row.count
  }
}
