import { AppError } from './app-error.ts'

interface Most {
  /** So many run at once. */
  running: number
  /** And so many wait for their turn. */
  waiting: number
}

/** Work of one asker: so much of it at once, what is more in its turn, what is still more refused. */
export class Turns {
  #running = 0
  readonly #waiting = new Set<() => void>()
  readonly #most: Most

  constructor(most: Most) {
    this.#most = most
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /**
   * Runs work in its turn.
   * @throws {AppError} TOO_MANY_REQUESTS when too many wait already, NO_CONNECTION when whoever asked left before the turn came
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#begin(signal)
    try {
      if (signal.aborted) throw new AppError('NO_CONNECTION')
      return await work()
    } finally {
      this.#end()
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#most.running) {
      this.#running += 1
      return
    }
    if (this.#waiting.size >= this.#most.waiting) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin)
        reject(new AppError('NO_CONNECTION'))
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(begin)
    })
  }

  /** Gives the turn to who has waited longest. */
  #end(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
