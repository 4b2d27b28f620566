import { LRUCache } from 'lru-cache'
import type { ApiMethod } from '#api/operation.ts'
import { AppError } from '#lib/app-error.ts'
import { ConcurrencyLimiter } from '#lib/concurrency-limiter.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import { apiKeysConfig } from './api-keys.config.ts'

/** The maximum numbers of running and of waiting calls of one key in one process. */
const CONCURRENCY = { running: 8, waiting: 40 }
const RATE_LIMITS = { reads: apiKeysConfig.readsPerKey, writes: apiKeysConfig.writesPerKey }
/** Maximum number of cached keys, far more than exist. Invented keys are not cached; each key is looked up first. */
const MAX_KEYS = 1_000

/** The running calls and the rate limits of one key in this process. */
export class ApiKeyUsage {
  readonly limiter = new ConcurrencyLimiter(CONCURRENCY)
  readonly #buckets = { reads: new TokenBucket(RATE_LIMITS.reads), writes: new TokenBucket(RATE_LIMITS.writes) }

  /** Consumes one call of the rate limit for reads or for writes. @throws {AppError} TOO_MANY_REQUESTS */
  consume(method: ApiMethod): void {
    if (!this.#buckets[rateLimitOf(method)].take()) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  }

  /** Returns the state of both rate limits. `limit` and `remaining` are numbers of calls. */
  state() {
    const stateOf = (name: keyof typeof RATE_LIMITS) => {
      const { left, secondsUntilFull } = this.#buckets[name].state()
      return { limit: RATE_LIMITS[name].most, remaining: left, secondsUntilFull }
    }
    return { reads: stateOf('reads'), writes: stateOf('writes') }
  }

  /** Returns the headers with the remaining calls, as in the draft "RateLimit header fields for HTTP". */
  headers(method: ApiMethod): Record<string, string> {
    const name = rateLimitOf(method)
    const { most, perSecond } = RATE_LIMITS[name]
    const { left, secondsUntilFull } = this.#buckets[name].state()
    return {
      'RateLimit-Policy': `"${name}";q=${most};w=${Math.ceil(most / perSecond)}`,
      RateLimit: `"${name}";r=${left};t=${secondsUntilFull}`,
    }
  }
}

const usages = new LRUCache<string, ApiKeyUsage>({ max: MAX_KEYS, memoMethod: () => new ApiKeyUsage() })

/** Returns the `ApiKeyUsage` of the key with this id, and creates it on first use. */
export function usageOfKey(id: string): ApiKeyUsage {
  return usages.memo(id)
}

function rateLimitOf(method: ApiMethod): keyof typeof RATE_LIMITS {
  return method === 'GET' ? 'reads' : 'writes'
}
