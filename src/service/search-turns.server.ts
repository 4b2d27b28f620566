import { LRUCache } from 'lru-cache'
import { cancelledBy } from '#db/deadlines.ts'
import type { Database } from '#db/client.ts'
import { readStale } from '#db/stale-reads.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import type { GuestContext } from './service-context.server.ts'

/**
 * Searches of one session in one process. Two at once are what a page with a list and its total makes; who types fast leaves
 * some behind.
 */
const AT_ONCE = { running: 2, waiting: 8 }

interface SearchContext extends GuestContext {
  session: { id: string }
  request: { signal: AbortSignal }
}

/** Many times as many as search in one process within minutes. */
const MOST_SESSIONS = 10_000

const limiters = new LRUCache<string, ConcurrencyLimiter>({ max: MOST_SESSIONS })

/**
 * Reads what may be some seconds old, as `mayBeStale` does. With a search term it waits for the session's turn, goes by the
 * connections that are for searches, and ends, in the database too, when whoever asked has left.
 * @param searchTerm as it was typed; empty for what is no search, and runs at once
 * @throws {AppError} TOO_MANY_REQUESTS when too many wait already
 */
export async function asSearch<Context extends SearchContext, T>(
  context: Context,
  searchTerm: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const read = (db: Database) => work({ ...context, db })
  if (searchTerm.trim() === '') return readStale(read)
  const { signal } = context.request
  const { id } = context.session
  const limiter = limiters.get(id) ?? new ConcurrencyLimiter(AT_ONCE)
  limiters.set(id, limiter)
  return limiter.run(signal, () => cancelledBy(signal, () => readStale(read, { isSearch: true })))
}
