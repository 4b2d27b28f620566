import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBanOver } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { BATCH, untilNoneIsLeft } from '#jobs/purge.server.ts'

/**
 * Clears expired bans, like a sign-in does, so that lists and counters need not filter them out. Keeps a ban while an undo
 * could compare the user's current ban with the ban before a change.
 */
export async function liftBansThatAreOver(db: Database): Promise<void> {
  const isLongOver = sql`${isBanOver} and ban_expires < now() - make_interval(days => ${appConfig.bulk.undoDays + 1})`
  await untilNoneIsLeft(
    db,
    sql`
      update ${user} set banned = false, ban_reason = null, ban_expires = null
      where id = any(array(select id from ${user} where ${isLongOver} limit ${BATCH})) and ${isLongOver}`,
  )
}
