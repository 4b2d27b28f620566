import { LRUCache } from 'lru-cache'
import { appConfig } from '#app.config'
import type { ApiMethod } from '#api/operation.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { TokenBucket } from '#lib/token-bucket.ts'

/** Calls of one key in one process. */
const AT_ONCE = { running: 8, waiting: 40 }
const BUDGETS = { reads: appConfig.api.readsPerKey, writes: appConfig.api.writesPerKey }
/** Many times as many as there are. A key is looked up first, so nobody fills this with made-up ones. */
const MOST_KEYS = 1_000

/** The use that one key makes of this process. */
export class KeyUse {
  readonly limiter = new ConcurrencyLimiter(AT_ONCE)
  readonly #buckets = { reads: new TokenBucket(BUDGETS.reads), writes: new TokenBucket(BUDGETS.writes) }

  /** Takes one call from the budget of its kind. @throws {AppError} TOO_MANY_REQUESTS */
  spend(method: ApiMethod): void {
    if (!this.#buckets[budgetOf(method)].take()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  }

  /** The headers that tell what is left, as the draft "RateLimit header fields for HTTP" has them. */
  headers(method: ApiMethod): Record<string, string> {
    const name = budgetOf(method)
    const { most, perSecond } = BUDGETS[name]
    const { left, secondsUntilFull } = this.#buckets[name].state()
    return {
      'RateLimit-Policy': `"${name}";q=${most};w=${Math.ceil(most / perSecond)}`,
      RateLimit: `"${name}";r=${left};t=${secondsUntilFull}`,
    }
  }
}

const uses = new LRUCache<string, KeyUse>({ max: MOST_KEYS })

/** Finds the use that the key of this id makes of this process. */
export function useOfKey(id: string): KeyUse {
  const use = uses.get(id) ?? new KeyUse()
  uses.set(id, use)
  return use
}

function budgetOf(method: ApiMethod): keyof typeof BUDGETS {
  return method === 'GET' ? 'reads' : 'writes'
}
