import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FastResponse } from 'srvx'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { chooseEncoding, IDENTITY } from './content-encoding.server.ts'

const COMPRESSIBLE = /^(text\/|application\/(json|x-tss|javascript))/
/** Minimum size to compress. A body that fits into one packet would not arrive sooner if it were smaller. */
const MIN_BYTES = 1_024
/** Maximum number of bytes to read ahead, more than any page has. A longer body is sent while it is read, to limit memory. */
const MAX_READ_AHEAD_BYTES = 262_144

/** Middleware: compresses the response in the encoding that the browser prefers. */
export async function compressResponse(request: Request, _context: RequestContext, next: Next): Promise<Response> {
  return compress(await next(request), request.headers.get('accept-encoding'))
}

/**
 * Compresses the response of a page or call. Complete bodies (most of them) are compressed at once, streamed bodies piece by
 * piece, so that no byte is delayed. Assets are not compressed here, because the build has compressed them.
 */
export async function compress(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  const isCompressible = COMPRESSIBLE.test(headers.get('content-type') ?? '') && !headers.has('content-encoding')
  if (!isCompressible) return response
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  const init = { status, statusText, headers }
  if (!response.body) return response

  const source = Readable.fromWeb(response.body as NodeStream, { highWaterMark: MAX_READ_AHEAD_BYTES })
  const bytes = await takeReady(source)
  if (source.readableEnded) return encodeWhole(bytes, acceptEncoding, init)
  const encoding = chooseEncoding(acceptEncoding)
  if (encoding !== IDENTITY) headers.set('Content-Encoding', encoding.name)
  if (bytes.length > 0) source.unshift(bytes)
  // An error of the source also ends the encoder, so that the browser does not mistake a part of the page for the whole.
  const encoded = pipeline(source, encoding.createEncoder(), () => undefined)
  return new Response(Readable.toWeb(encoded) as ReadableStream<Uint8Array>, init)
}

/** Returns the bytes that are ready within one turn of the event loop: all bytes of a page with complete data. */
async function takeReady(source: Readable): Promise<Buffer<ArrayBuffer>> {
  source.on('error', () => undefined)
  source.read(0)
  await nextTurn()
  const bytes = (source.read() ?? Buffer.alloc(0)) as Buffer<ArrayBuffer>
  // The source reports its end in the next tick.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  return bytes
}

function encodeWhole(bytes: Uint8Array<ArrayBuffer>, acceptEncoding: string | null, init: { headers: Headers }) {
  const encoding = bytes.length < MIN_BYTES ? IDENTITY : chooseEncoding(acceptEncoding)
  const encoded = encoding.encode(bytes)
  if (encoding !== IDENTITY) init.headers.set('Content-Encoding', encoding.name)
  init.headers.set('Content-Length', String(encoded.length))
  return new FastResponse(encoded, init)
}
