import PQueue from 'p-queue'
import { AppError } from './app-error.ts'

interface ConcurrencyLimits {
  /** Maximum number that run at once. */
  running: number
  /** Maximum number that wait. */
  waiting: number
}

/** Limits the concurrent work of one client: `running` at once, `waiting` in order behind them, the rest refused. */
export class ConcurrencyLimiter {
  readonly #queue: PQueue
  readonly #limits: ConcurrencyLimits

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
    this.#queue = new PQueue({ concurrency: limits.running })
  }

  /**
   * Runs work when there is room.
   * @throws {AppError} TOO_MANY_REQUESTS if too many wait, NO_CONNECTION if the client leaves before the work starts
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { pending, size } = this.#queue
    if (signal.aborted) throw new AppError('NO_CONNECTION')
    if (pending >= this.#limits.running && size >= this.#limits.waiting)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
    // p-queue frees the place of aborted work, although it continues; so use this signal only while it waits.
    const waiting = new AbortController()
    const leave = () => waiting.abort(new AppError('NO_CONNECTION'))
    signal.addEventListener('abort', leave, { once: true })
    const begin = () => {
      signal.removeEventListener('abort', leave)
      return work()
    }
    return this.#queue.add(begin, { signal: waiting.signal })
  }
}
