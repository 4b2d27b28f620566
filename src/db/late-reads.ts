import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { database, openPool, searchDatabase, type Database } from './client.ts'
import { Replay } from './replay.ts'
import { findSandbox } from './sandbox.ts'

/** How often to look how far the standby is, in milliseconds; only while somebody reads. */
const LOOK_EVERY_MS = 1_000
/** A standby that has not answered by then is asked no more, and the primary is, in milliseconds. */
const PATIENCE_MS = 1_000
const QUERY_CANCELED = '57014'
/** The cookie with the place in the primary's log of what a browser has written last. */
const LAST_WRITE_COOKIE = 'latchkey.last_write'
/** The cookies of who has written at a place that nobody knows: their reads never go to the standby. */
export const READS_PRIMARY: ReadonlyMap<string, string> = new Map([[LAST_WRITE_COOKIE, 'unknown']])
/** Longer than a standby that is asked may be late, in seconds. */
const LAST_WRITE_SECONDS = 60

interface Standby {
  db: Database
  searches: Database
  close: () => Promise<unknown>
  replay: Replay
}

let standby: Standby | undefined

/**
 * Runs a read that may be some seconds late: on the standby that DATABASE_READ_URL names, if it has everything that this
 * browser has written and is there, else on the primary. Without the setting it is the primary, and nothing is looked up.
 * @param options.isSearch whether it goes by the connections that are for searches
 */
export async function readLate<T>(read: (db: Database) => Promise<T>, { isSearch = false } = {}): Promise<T> {
  const primary = () => (isSearch ? searchDatabase() : database())
  const late = findSandbox() ? undefined : lateDatabase()
  if (!late) return read(primary())
  try {
    return await Promise.race([read(isSearch ? late.searches : late.db), lostPatience()])
  } catch (error) {
    // The read's own answer, which would be the same anywhere.
    if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') throw error
    if (isSearch && isCanceled(error)) throw error
    late.replay.giveUp()
    log.warn({ event: 'database.standby_failed', reason: error instanceof Error ? error.name : 'unknown' })
    return read(primary())
  }
}

/**
 * Has the browser of the request under way keep where its write stands in the primary's log, so that what it reads next is
 * not older. To be called after the write.
 */
export async function noteWrite(): Promise<void> {
  const [row] = await database()
    .execute<{ place: string }>(sql`select pg_current_wal_insert_lsn()::text as place`)
    // Its write is where nobody knows: it reads from the primary.
    .catch(() => [{ place: 'unknown' }])
  const secure = environment().isHttps ? '; Secure' : ''
  findCurrentRequest()?.setCookies.push(
    `${LAST_WRITE_COOKIE}=${row?.place}; Path=/; Max-Age=${LAST_WRITE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** Ends the connections to the standby. */
export async function closeLateReads(): Promise<void> {
  await standby?.close()
  standby = undefined
}

function lateDatabase() {
  const { databaseReadUrl } = environment()
  if (databaseReadUrl === undefined) return undefined
  standby ??= openStandby(databaseReadUrl)
  const { db, replay } = standby
  replay.lookAgain(database(), db)
  return replay.has(findCurrentRequest()?.cookies.get(LAST_WRITE_COOKIE)) ? standby : undefined
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
