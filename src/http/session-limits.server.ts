import { LRUCache } from 'lru-cache'
import { sessionTokenIn } from '#auth/session-cookie.server.ts'
import { cancelledBy } from '#db/deadlines.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { errorResponse } from './error-response.server.ts'
import type { Handler } from '#request/handler.ts'
import { isUnderApi } from './server-function-handler.server.ts'
import { isBrowserAsking, type RefusalPage } from './shed-load.server.ts'

/** Pages and calls of one session in one process. Two tabs that open at once with all they prefetch are a dozen. */
const AT_ONCE = { running: 12, waiting: 60 }
/**
 * Calls that a session has for nothing, and how many come back in a second. Holding “Load more” makes some twenty a second,
 * for as long as it takes to see ten thousand rows.
 */
const BUDGETS = {
  reads: { most: 600, perSecond: 10 },
  writes: { most: 300, perSecond: 3 },
}
/** Many times as many as use one process within minutes. A token has to be signed, so nobody fills this with made-up ones. */
const MOST_SESSIONS = 10_000
/**
 * What whoever asked has left behind may run for so long, in milliseconds: most is over by then, and to end a query takes a
 * connection of its own.
 */
const LEFT_BEHIND_MS = 250

type BudgetName = keyof typeof BUDGETS

/** What one session asks of this process. */
class SessionUse {
  readonly limiter = new ConcurrencyLimiter(AT_ONCE)
  readonly #left: Record<BudgetName, TokenBucket> = {
    reads: new TokenBucket(BUDGETS.reads),
    writes: new TokenBucket(BUDGETS.writes),
  }

  /** Takes one call from a budget. @throws {AppError} TOO_MANY_REQUESTS */
  spend(name: BudgetName): void {
    if (!this.#left[name].take()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  }
}

const uses = new LRUCache<string, SessionUse>({ max: MOST_SESSIONS })

/**
 * Makes the step that turns away, with 429, what one session asks for beyond what its person could: more pages and calls at
 * once, or more calls over time. What waits in its turn when whoever asked leaves never begins, and the queries of a read end.
 */
export function limitSession(refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    const token = sessionTokenIn(request.headers.get('cookie') ?? '')
    if (token === undefined) return next(request)
    const use = uses.get(token) ?? new SessionUse()
    uses.set(token, use)
    const budget = budgetOf(request, context)
    try {
      if (budget) use.spend(budget)
      const { signal } = context
      const answer = () => next(request)
      return await use.limiter.run(signal, () =>
        budget === 'reads' ? cancelledBy(leftBehind(signal), answer) : answer(),
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error
      return isBrowserAsking(context) ? refusalPage(context.language, error) : errorResponse(error)
    }
  }
}

/** A page has none: it is not asked for by a script of ours, and the limiter bounds it. */
function budgetOf({ method }: Request, { url }: RequestContext): BudgetName | undefined {
  if (method !== 'GET' && method !== 'HEAD') return 'writes'
  return isUnderApi(url.pathname) ? 'reads' : undefined
}

function leftBehind(signal: AbortSignal): AbortSignal {
  const over = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => over.abort(), LEFT_BEHIND_MS).unref(), { once: true })
  return over.signal
}
