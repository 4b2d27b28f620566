import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { database, openPool, type Database } from '#db/client.ts'
import { staleReaderKey } from '#db/stale-reads.ts'
import { setCookieHeader } from '#env/cookie-name.server.ts'
import { readFeatureSettings } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { errorCodeIn } from '#lib/causes.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { rejectAfter } from '#lib/reject-after.server.ts'
import { isSentByProgram } from '#middleware/same-origin.server.ts'
import type { RequestContext, Handler } from '#request/request-context.server.ts'
import { standbyReads } from './feature.start.server.ts'
import { ReplicationLag } from './replication-lag.server.ts'

/** Minimum interval between two measurements of the standby's lag, in milliseconds. A read starts one if it is due. */
const MEASURE_EVERY_MS = 1_000
/** Timeout of a read from the standby, in milliseconds. After it, the primary is queried instead. */
const TIMEOUT_MS = 1_000
/** The SQLSTATE of a query that the database canceled, because of its timeout or because the client aborted it. */
const QUERY_CANCELED = '57014'
/** The cookie that holds the log position of the browser's last write. */
const LAST_WRITE_COOKIE = `${appConfig.slug}.last_write`
/** The cookie's lifetime in seconds. It must be longer than the maximum lag with which a standby is still queried. */
const LAST_WRITE_SECONDS = 60
const READ_METHODS = new Set(['GET', 'HEAD'])

interface Standby {
  db: Database
  searches: Database
  close: () => Promise<unknown>
  replay: ReplicationLag
}

let standby: Standby | undefined

/**
 * Middleware: runs reads that tolerate some lag on the standby of DATABASE_READ_URL if it is available and has replayed this
 * browser's last write, otherwise on the primary. After a write, stores the log position of the write in a cookie.
 */
export const standbyMiddleware: Handler = async (request, context, next) => {
  const { DATABASE_READ_URL } = readFeatureSettings(standbyReads.settings)
  // Programs without cookies always read from the primary, because they could not send back the cookie of their last write.
  if (DATABASE_READ_URL === undefined || isSentByProgram(request.headers)) return next(request)
  standby ??= openStandby(DATABASE_READ_URL)
  const late = standby
  context.store.set(staleReaderKey, async ({ read, isSearch, onPrimary }) => {
    const { db, searches, replay } = late
    replay.lookAgain(database(), db)
    if (!replay.has(context.cookies.get(LAST_WRITE_COOKIE))) return onPrimary()
    try {
      const late = rejectAfter(TIMEOUT_MS, 'the standby did not answer the query in time')
      return await Promise.race([read(isSearch ? searches : db), late])
    } catch (error) {
      // Rethrow errors that the standby did not cause, because the primary would throw the same errors.
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') throw error
      if (isSearch && errorCodeIn(error) === QUERY_CANCELED) throw error
      replay.giveUp()
      log.warn(
        { event: 'database.standby_failed', reason: nameOfError(error) },
        'a read from the standby failed, so the primary was queried instead',
      )
      return onPrimary()
    }
  })
  const response = await next(request)
  if (!READ_METHODS.has(request.method)) await recordWrite(context)
  return response
}

/** Closes the connections to the standby. */
export async function closeStandby(): Promise<void> {
  await standby?.close()
  standby = undefined
}

/** After a write, sets a cookie with the log position of the write, so that the browser's next reads include the write. */
async function recordWrite({ setCookies }: RequestContext): Promise<void> {
  const [row] = await database()
    .execute<{ place: string }>(sql`select pg_current_wal_insert_lsn()::text as place`)
    // If the position cannot be read, this value makes the browser's next reads go to the primary.
    .catch(() => [{ place: 'unknown' }])
  setCookies.push(setCookieHeader(LAST_WRITE_COOKIE, row?.place ?? '', LAST_WRITE_SECONDS))
}

function openStandby(databaseUrl: string): Standby {
  const reads = openPool(databaseUrl, { isAnyHost: true })
  const searches = openPool(databaseUrl, { isAnyHost: true, purpose: 'searches' })
  return {
    db: reads.db,
    searches: searches.db,
    close: () => Promise.all([reads.close(), searches.close()]),
    replay: new ReplicationLag(MEASURE_EVERY_MS),
  }
}
