import { Duplex } from 'node:stream'
import { FastResponse } from 'srvx'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { chooseEncoding, IDENTITY } from './content-encoding.server.ts'
import { BatchedBody } from './ready-body.server.ts'

const COMPRESSIBLE = /^(text\/|application\/(json|x-tss|javascript))/
/** Minimum size to compress. A body that fits into one packet would not arrive sooner if it were smaller. */
const MIN_BYTES = 1_024

/** Middleware: compresses the response in the encoding that the browser prefers. */
export async function compressResponse(request: Request, _context: RequestContext, next: Next): Promise<Response> {
  return compress(await next(request), request.headers.get('accept-encoding'))
}

/**
 * Compresses the response of a page or call. Complete bodies (most of them) are compressed at once, streamed bodies batch by
 * batch, so that the first byte is not delayed. Assets are not compressed here, because the build has compressed them.
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

  const body = new BatchedBody(response.body)
  const { bytes, isLast } = await body.takeBatch()
  if (isLast) return encodeWhole(bytes, acceptEncoding, init)
  const encoding = chooseEncoding(acceptEncoding)
  if (encoding !== IDENTITY) headers.set('Content-Encoding', encoding.name)
  return new Response(
    body
      .streamFrom(bytes)
      .pipeThrough(Duplex.toWeb(encoding.createEncoder()) as ReadableWritablePair<Uint8Array, Uint8Array>),
    init,
  )
}

function encodeWhole(bytes: Uint8Array<ArrayBuffer>, acceptEncoding: string | null, init: { headers: Headers }) {
  const encoding = bytes.length < MIN_BYTES ? IDENTITY : chooseEncoding(acceptEncoding)
  const encoded = encoding.encode(bytes)
  if (encoding !== IDENTITY) init.headers.set('Content-Encoding', encoding.name)
  init.headers.set('Content-Length', String(encoded.length))
  return new FastResponse(encoded, init)
}
