import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'

/** How long a browser that does not come back keeps its own budget. */
const KNOWN_BROWSER_DAYS = 365

/** Removes what has run out: sessions, codes, askings, counts. By the database's clock. */
export async function purgeExpired(db: Database): Promise<void> {
  await db.execute(sql`delete from session where expires_at < now()`)
  await db.execute(sql`delete from verification where expires_at < now()`)
  await db.execute(
    sql`delete from login_request where created_at < now() - make_interval(mins => ${appConfig.loginCode.lifetimeMinutes}) - interval '1 day'`,
  )
  await db.execute(sql`delete from throttle where ends_at < now()`)
  await db.execute(
    sql`delete from known_browser where last_sign_in_at < now() - make_interval(days => ${KNOWN_BROWSER_DAYS})`,
  )
}
