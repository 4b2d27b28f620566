import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { isBanOver } from '#db/bans.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { BATCH, untilNoneIsLeft } from '#jobs/purge.server.ts'

/**
 * Clears bans that are over, as signing in does, so that lists and figures need not look past all there ever were. Not as long
 * as an undo may compare them.
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
