import { FastResponse } from 'srvx'

/**
 * A response whose body is a text that is there already, as a page's is: compressing it needs no stream to read it from,
 * which would cost as much as compressing.
 */
export class WholeResponse extends FastResponse {
  readonly whole: string
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined

  constructor(whole: string, init: ResponseInit) {
    super(whole, init)
    this.whole = whole
  }

  /** The framework looks whether there is one, and mostly never reads it: it is made of nothing until then. */
  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#body ??= new ReadableStream(
      {
        pull: (controller) => {
          controller.enqueue(new TextEncoder().encode(this.whole))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return this.#body
  }
}
