import { setTimeout as pause } from 'node:timers/promises'
import type { Writable } from 'node:stream'

/** Maximum number of bytes that wait for a slow reader. */
const MAX_WAITING_BYTES = 1_048_576
/** Milliseconds without writes after a failed write. */
const RETRY_DELAY_MS = 1_000
/** Maximum time to wait for the reader at the end, in milliseconds. */
const MAX_END_MS = 1_000

/**
 * Writes lines to a stream that can fail or block, like standard output on a full disk. Writing never throws, never waits and
 * uses limited memory; lines that cannot be written are dropped and counted.
 */
export class LineOutput {
  readonly #stream: Writable
  readonly #onDropped: (count: number) => void
  /** Lines to be written together at the end of this event loop turn, because each write is a slow system call. */
  #lines: string[] = []
  #dropped = 0
  #triesAgainAt = 0

  /**
   * Creates an output to a stream.
   * @param onDropped called with the number of dropped lines when writing works again
   */
  constructor(stream: Writable, onDropped: (count: number) => void) {
    this.#stream = stream
    this.#onDropped = onDropped
    // Errors are handled in the callback of each write; without this listener the process would exit.
    stream.on('error', () => undefined)
    // Write the remaining lines if the process exits before the end of the turn.
    process.once('exit', () => this.#writeLines())
  }

  /** Writes a line, or drops it. */
  write(line: string): void {
    if (this.#stream.writableLength > MAX_WAITING_BYTES || performance.now() < this.#triesAgainAt) this.#dropped += 1
    else if (this.#lines.push(line) === 1) setImmediate(() => this.#writeLines())
  }

  /** Resolves when all lines are written, or after `MAX_END_MS` if the stream is not read. */
  async end(): Promise<void> {
    this.#writeLines()
    const deadline = performance.now() + MAX_END_MS
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
      this.#triesAgainAt = performance.now() + RETRY_DELAY_MS
    } else if (this.#dropped > 0 && this.#stream.writableLength < MAX_WAITING_BYTES / 2) {
      const dropped = this.#dropped
      this.#dropped = 0
      this.#onDropped(dropped)
    }
  }
}
