import { sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'

/** So many rows are removed at once: well within the time a statement may take. */
const BATCH = 5_000

/** What has run out, by the database's clock: table, and when a row of it may go. */
const RUN_OUT: [table: SQL, may: SQL][] = [
  [sql`session`, sql`expires_at < now()`],
  [sql`verification`, sql`expires_at < now()`],
  [
    sql`code_request`,
    sql`created_at < now() - make_interval(mins => ${appConfig.loginCode.lifetimeMinutes}) - interval '1 day'`,
  ],
  [sql`throttle`, sql`ends_at < now()`],
  [sql`known_browser`, sql`last_sign_in_at < now() - make_interval(days => ${appConfig.knownBrowserDays})`],
  [sql`repository`, sql`deleted_at < now() - make_interval(days => ${appConfig.repository.undoDays})`],
]

/** Removes what has run out, in batches, so that nobody waits long for a row that is being removed. */
export async function purgeExpired(db: Database): Promise<void> {
  for (const [table, may] of RUN_OUT) {
    let removed: number
    do {
      // Asked again at the end: one may have been had back at this moment.
      const result = await db.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${may} limit ${BATCH})) and ${may}`,
      )
      removed = result.count
    } while (removed > 0)
  }
}
