import { LRUCache } from 'lru-cache'
import { sessionTokenIn } from '#auth/session-cookie.server.ts'
import { runCancellably } from '#db/deadlines.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { isUnderApi } from './server-function-handler.server.ts'

/** Maximum concurrent and waiting pages and calls of a session in one process. Two tabs opened at once cause about twelve. */
const CONCURRENCY = { running: 12, waiting: 60 }
/**
 * The rate limits of a session: the burst and the refill per second. Holding the key on "Load more" makes about twenty calls a
 * second until ten thousand rows are loaded.
 */
const RATE_LIMITS = {
  reads: { most: 600, perSecond: 10 },
  writes: { most: 300, perSecond: 3 },
}
/** Maximum number of tracked sessions, far more than are active. Invented tokens are not tracked: their signature is invalid. */
const MAX_SESSIONS = 10_000
/**
 * Milliseconds for which queries continue after the client has disconnected. Most queries end within that time, and canceling a
 * query needs another connection.
 */
const ABORT_DELAY_MS = 250

type RateLimitName = keyof typeof RATE_LIMITS

/** Creates the limits of one session on this process. */
const createLimits = () => ({
  limiter: new ConcurrencyLimiter(CONCURRENCY),
  reads: new TokenBucket(RATE_LIMITS.reads),
  writes: new TokenBucket(RATE_LIMITS.writes),
})

const limitsBySession = new LRUCache({ max: MAX_SESSIONS, memoMethod: createLimits })

/**
 * Middleware: refuses more concurrent pages and calls, or more calls over time, than one user could need. If the client
 * disconnects, its queued requests are not started and its read queries are canceled.
 * @throws {AppError} TOO_MANY_REQUESTS
 */
export async function limitSession(request: Request, context: RequestContext, next: Next): Promise<Response> {
  const token = sessionTokenIn(request.headers)
  if (token === undefined) return next(request)
  const limits = limitsBySession.memo(token)
  const rateLimit = rateLimitOf(request, context)
  if (rateLimit && !limits[rateLimit].take()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  const { signal } = context
  const answer = () => next(request)
  return limits.limiter.run(signal, () =>
    rateLimit === 'reads' ? runCancellably(delayedAbort(signal), answer) : answer(),
  )
}

/** Returns the rate limit of a request; undefined for pages: scripts do not load pages, and concurrent pages are limited. */
function rateLimitOf({ method }: Request, { url }: RequestContext): RateLimitName | undefined {
  if (method !== 'GET' && method !== 'HEAD') return 'writes'
  return isUnderApi(url.pathname) ? 'reads' : undefined
}

function delayedAbort(signal: AbortSignal): AbortSignal {
  const over = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => over.abort(), ABORT_DELAY_MS).unref(), { once: true })
  return over.signal
}
