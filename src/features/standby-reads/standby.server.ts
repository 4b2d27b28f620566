import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { database, openPool, type Database } from '#db/client.ts'
import { staleReader } from '#db/stale-reads.ts'
import { environment, settingsOf } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { Handler } from '#request/handler.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { standbyReads } from './feature.start.server.ts'
import { Replay } from './replay.server.ts'

/** How often to look how far the standby is, in milliseconds; only while somebody reads. */
const LOOK_EVERY_MS = 1_000
/** A standby that has not answered by then is asked no more, and the primary is, in milliseconds. */
const PATIENCE_MS = 1_000
const QUERY_CANCELED = '57014'
/** The cookie with the place in the primary's log of what a browser has written last. */
const LAST_WRITE_COOKIE = 'latchkey.last_write'
/** Longer than a standby that is asked may be late, in seconds. */
const LAST_WRITE_SECONDS = 60
const READING_METHODS = new Set(['GET', 'HEAD'])

interface Standby {
  db: Database
  searches: Database
  close: () => Promise<unknown>
  replay: Replay
}

let standby: Standby | undefined

/**
 * Step: runs reads that may be some seconds late on the standby that DATABASE_READ_URL names, if it has everything that this
 * browser has written and is there, else on the primary; and has a browser that changed something read nothing older from then on.
 */
export const useStandby: Handler = async (request, context, next) => {
  const { DATABASE_READ_URL } = settingsOf(standbyReads.settings)
  if (DATABASE_READ_URL === undefined) return next(request)
  standby ??= openStandby(DATABASE_READ_URL)
  const late = standby
  context.store.set(staleReader, async ({ read, isSearch, onPrimary }) => {
    const { db, searches, replay } = late
    replay.lookAgain(database(), db)
    if (!replay.has(context.cookies.get(LAST_WRITE_COOKIE))) return onPrimary()
    try {
      return await Promise.race([read(isSearch ? searches : db), lostPatience()])
    } catch (error) {
      // The read's own answer, which would be the same anywhere.
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') throw error
      if (isSearch && isCanceled(error)) throw error
      replay.giveUp()
      log.warn({ event: 'database.standby_failed', reason: error instanceof Error ? error.name : 'unknown' })
      return onPrimary()
    }
  })
  const response = await next(request)
  if (!READING_METHODS.has(request.method)) await noteWrite(context)
  return response
}

/** Ends the connections to the standby. */
export async function closeStandby(): Promise<void> {
  await standby?.close()
  standby = undefined
}

/**
 * Has the browser keep where its write stands in the primary's log, so that what it reads next is not older. To be called after the
 * write.
 */
async function noteWrite({ setCookies }: RequestContext): Promise<void> {
  const [row] = await database()
    .execute<{ place: string }>(sql`select pg_current_wal_insert_lsn()::text as place`)
    // Its write is where nobody knows: it reads from the primary.
    .catch(() => [{ place: 'unknown' }])
  const secure = environment().isHttps ? '; Secure' : ''
  setCookies.push(
    `${LAST_WRITE_COOKIE}=${row?.place}; Path=/; Max-Age=${LAST_WRITE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

function openStandby(databaseUrl: string): Standby {
  const reads = openPool(databaseUrl, { isAnyHost: true })
  const searches = openPool(databaseUrl, { isAnyHost: true, purpose: 'searches' })
  return {
    db: reads.db,
    searches: searches.db,
    close: () => Promise.all([reads.close(), searches.close()]),
    replay: new Replay(LOOK_EVERY_MS),
  }
}

/** Whether the database gave a query up, for its time or because nobody waits for it. */
function isCanceled(error: unknown): boolean {
  return error instanceof Error && (('code' in error && error.code === QUERY_CANCELED) || isCanceled(error.cause))
}

async function lostPatience(): Promise<never> {
  await pause(PATIENCE_MS, undefined, { ref: false })
  throw new Error('the standby does not answer')
}
