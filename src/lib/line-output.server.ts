import { setTimeout as pause } from 'node:timers/promises'
import type { Writable } from 'node:stream'

/** What waits for a slow reader takes so many bytes at most. */
const MOST_WAITING = 1_048_576
/** For so long after a line could not be written none is tried, in milliseconds. */
const TRY_AGAIN_MS = 1_000
/** For so long a reader is waited for at the end, in milliseconds. */
const LONGEST_END_MS = 1_000

/**
 * Writes lines to a stream that may fail or not be read, like standard output on a full disk: it never throws, never waits
 * and never takes more memory. Lines that cannot be written are dropped and counted.
 */
export class LineOutput {
  readonly #stream: Writable
  readonly #tellDropped: (count: number) => void
  /** What is written together, at the end of this turn: each write is a call of the system, which costs more than a line. */
  #lines: string[] = []
  #dropped = 0
  #triesAgainAt = 0

  /** @param tellDropped called when lines are written again, with the number of those that are missing */
  constructor(stream: Writable, tellDropped: (count: number) => void) {
    this.#stream = stream
    this.#tellDropped = tellDropped
    // The callback of each write is told too; without this the process would end.
    stream.on('error', () => undefined)
    // A process that ends in the middle of a turn.
    process.once('exit', () => this.#writeLines())
  }

  /** Writes a line, or drops it. */
  write(line: string): void {
    if (this.#stream.writableLength > MOST_WAITING || performance.now() < this.#triesAgainAt) this.#dropped += 1
    else if (this.#lines.push(line) === 1) setImmediate(() => this.#writeLines())
  }

  /** Resolves when all lines are written, or soon when nobody reads them. */
  async end(): Promise<void> {
    this.#writeLines()
    const deadline = performance.now() + LONGEST_END_MS
    while (this.#stream.writableLength > 0 && performance.now() < deadline) await pause(10)
  }

  #writeLines() {
    const lines = this.#lines
    this.#lines = []
    if (lines.length > 0) this.#stream.write(lines.join(''), (error) => this.#afterWrite(error, lines.length))
  }

  #afterWrite(error: Error | null | undefined, count: number) {
    if (error) {
      this.#dropped += count
      this.#triesAgainAt = performance.now() + TRY_AGAIN_MS
    } else if (this.#dropped > 0 && this.#stream.writableLength < MOST_WAITING / 2) {
      const dropped = this.#dropped
      this.#dropped = 0
      this.#tellDropped(dropped)
    }
  }
}
