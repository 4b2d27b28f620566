import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum size of a batch, larger than any page. Longer bodies are sent in several batches, to limit memory. */
const MAX_BATCH_BYTES = 262_144

interface Batch {
  bytes: Uint8Array<ArrayBuffer>
  /** Whether this is the last batch. */
  isLast: boolean
}

/** A body that is read in batches: all chunks that are ready at once. */
export class BatchedBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  /** The result of the next read, which is always started in advance, so that ready chunks are known without waiting. */
  #next: Promise<ReadableStreamReadResult<Uint8Array>>

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
    this.#next = this.#read()
  }

  /**
   * Returns the chunks that are ready within one turn of the event loop, possibly none. A page with complete data is written in
   * many chunks without a pause. If the body fails, the stream of `streamFrom` fails.
   */
  async takeBatch(): Promise<Batch> {
    const chunks: Uint8Array[] = []
    const turn = nextTurn(undefined)
    let size = 0
    while (size < MAX_BATCH_BYTES) {
      const result = await Promise.race([this.#next.catch(() => undefined), turn])
      if (!result) break
      if (result.done) return { bytes: Buffer.concat(chunks), isLast: true }
      chunks.push(result.value)
      size += result.value.length
      this.#next = this.#read()
    }
    return { bytes: Buffer.concat(chunks), isLast: false }
  }

  /** Returns a stream of the given batch, and of the batches after it. It fails if the body fails. */
  streamFrom(first: Uint8Array): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => first.length > 0 && controller.enqueue(first),
      pull: async (controller) => {
        let batch: Batch
        do {
          await this.#next
          batch = await this.takeBatch()
        } while (batch.bytes.length === 0 && !batch.isLast)
        if (batch.bytes.length > 0) controller.enqueue(batch.bytes)
        if (batch.isLast) controller.close()
      },
      cancel: (reason) => this.#reader.cancel(reason),
    })
  }

  #read() {
    const result = this.#reader.read()
    // The stream reports this error later; until then it must not count as an unhandled rejection.
    result.catch(() => undefined)
    return result
  }
}
