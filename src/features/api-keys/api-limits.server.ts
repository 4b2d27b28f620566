import { LRUCache } from 'lru-cache'
import type { ApiMethod } from '#api/operation.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import { apiKeysConfig } from './api-keys.config.ts'

/** The maximum numbers of running and of waiting calls of one key in one process. */
const AT_ONCE = { running: 8, waiting: 40 }
const BUDGETS = { reads: apiKeysConfig.readsPerKey, writes: apiKeysConfig.writesPerKey }
/** Maximum number of cached keys, far more than exist. Invented keys are not cached; each key is looked up first. */
const MAX_KEYS = 1_000

/** The running calls and the rate limits of one key in this process. */
export class KeyUse {
  readonly limiter = new ConcurrencyLimiter(AT_ONCE)
  readonly #buckets = { reads: new TokenBucket(BUDGETS.reads), writes: new TokenBucket(BUDGETS.writes) }

  /** Consumes one call of the rate limit for reads or for writes. @throws {AppError} TOO_MANY_REQUESTS */
  consume(method: ApiMethod): void {
    if (!this.#buckets[rateLimitOf(method)].take()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  }

  /** Returns the headers with the remaining calls, as in the draft "RateLimit header fields for HTTP". */
  headers(method: ApiMethod): Record<string, string> {
    const name = rateLimitOf(method)
    const { most, perSecond } = BUDGETS[name]
    const { left, secondsUntilFull } = this.#buckets[name].state()
    return {
      'RateLimit-Policy': `"${name}";q=${most};w=${Math.ceil(most / perSecond)}`,
      RateLimit: `"${name}";r=${left};t=${secondsUntilFull}`,
    }
  }
}

const uses = new LRUCache<string, KeyUse>({ max: MAX_KEYS })

/** Returns the `KeyUse` of the key with this id, and creates it on first use. */
export function keyUseOf(id: string): KeyUse {
  const use = uses.get(id) ?? new KeyUse()
  uses.set(id, use)
  return use
}

function rateLimitOf(method: ApiMethod): keyof typeof BUDGETS {
  return method === 'GET' ? 'reads' : 'writes'
}
