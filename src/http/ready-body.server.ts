import { setImmediate as nextTurn } from 'node:timers/promises'

/** More than any page has. What is longer leaves in pieces, so that no answer takes more memory than this. */
const LARGEST_BATCH_BYTES = 262_144

interface Batch {
  bytes: Uint8Array<ArrayBuffer>
  /** Whether the body ends with it. */
  isLast: boolean
}

/** A body, read in batches: all that is ready at a time. */
export class ReadyBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  /** Always asked for already: whether there is more is known without waiting for it. */
  #next: Promise<ReadableStreamReadResult<Uint8Array>>

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
    this.#next = this.#read()
  }

  /**
   * What is there within one turn of the event loop, be it nothing: a page whose data has been waited for comes in many
   * chunks, but without a pause. A failure is for `waitForBatch` to tell.
   */
  async takeBatch(): Promise<Batch> {
    const chunks: Uint8Array[] = []
    const turn = nextTurn(undefined)
    let size = 0
    while (size < LARGEST_BATCH_BYTES) {
      const result = await Promise.race([this.#next.catch(() => undefined), turn])
      if (!result) break
      if (result.done) return { bytes: Buffer.concat(chunks), isLast: true }
      chunks.push(result.value)
      size += result.value.length
      this.#next = this.#read()
    }
    return { bytes: Buffer.concat(chunks), isLast: false }
  }

  /**
   * The same, but something, or the end.
   * @throws what the making of the body failed with
   */
  async waitForBatch(): Promise<Batch> {
    let batch: Batch
    do {
      await this.#next
      batch = await this.takeBatch()
    } while (batch.bytes.length === 0 && !batch.isLast)
    return batch
  }

  /** Nobody wants the rest. */
  cancel(reason: unknown): Promise<void> {
    return this.#reader.cancel(reason)
  }

  #read() {
    const result = this.#reader.read()
    // Told when it is waited for; until then it is no failure that nobody has seen to.
    result.catch(() => undefined)
    return result
  }
}
