import { once } from 'node:events'
import type { Transform } from 'node:stream'
import type { ReadyBody } from './ready-body.server.ts'

/**
 * Pipes a streamed body through an encoder, and flushes each batch before requesting the next batch. If the body fails, the
 * returned stream fails, too.
 * @param first bytes already read from `body`
 */
export function encodeInBatches(first: Uint8Array, body: ReadyBody, encoder: Transform): ReadableStream<Uint8Array> {
  let taken: Uint8Array | undefined = first
  async function encodeNext() {
    const { bytes, isLast } = taken?.length ? { bytes: taken, isLast: false } : await body.waitForBatch()
    taken = undefined
    if (!isLast) return writeTo(encoder, bytes)
    encoder.end(bytes)
    await once(encoder, 'end')
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      encoder.on('data', (bytes: Uint8Array) => controller.enqueue(bytes))
      encoder.once('end', () => controller.close())
      encoder.once('error', (error) => controller.error(error))
    },
    async pull() {
      try {
        await encodeNext()
      } catch (error) {
        encoder.destroy()
        throw error
      }
    },
    async cancel(reason) {
      encoder.destroy()
      await body.cancel(reason)
    },
  })
}

function writeTo(encoder: Transform, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
