import { LRUCache } from 'lru-cache'
import { runCancellably } from '#db/deadlines.ts'
import type { Database } from '#db/client.ts'
import { readPossiblyStale } from '#db/stale-reads.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import type { GuestContext } from './service-context.server.ts'

/**
 * The maximum numbers of searches of one session that run, and that wait, in one process. A page with a list and its total runs
 * two; more wait when a user types fast.
 */
const CONCURRENCY = { running: 2, waiting: 8 }

interface SearchContext extends GuestContext {
  session: { id: string }
  request: { signal: AbortSignal }
}

/** Maximum number of limiters, far above the number of sessions that search in one process within minutes. */
const MAX_SESSIONS = 10_000

const limiterBySession = new LRUCache<string, ConcurrencyLimiter>({
  max: MAX_SESSIONS,
  memoMethod: () => new ConcurrencyLimiter(CONCURRENCY),
})

/**
 * Reads data that can be some seconds old, like `allowStale`. A search waits until its session has a free place, uses the
 * connections for searches, and is canceled, in the database too, when the client disconnects.
 * @param searchTerm as typed; with an empty term nothing is searched, so the read runs immediately
 * @throws {AppError} TOO_MANY_REQUESTS if too many searches are waiting
 */
export async function runSearch<Context extends SearchContext, T>(
  context: Context,
  searchTerm: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const read = (db: Database) => work({ ...context, db })
  if (searchTerm.trim() === '') return readPossiblyStale(read)
  const { signal } = context.request
  const limiter = limiterBySession.memo(context.session.id)
  return limiter.run(signal, () => runCancellably(signal, () => readPossiblyStale(read, { isSearch: true })))
}
