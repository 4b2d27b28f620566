import PQueue from 'p-queue'
import { AppError } from './app-error.ts'

interface ConcurrencyLimits {
  /** Maximum number of tasks that run at once. */
  running: number
  /** Maximum number of tasks that wait. */
  waiting: number
}

/** Limits the concurrent work of one client: `running` tasks at once, up to `waiting` more in order; all others are refused. */
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
    // p-queue frees the place of aborted work although the work continues, so the signal is only used until the work starts.
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
