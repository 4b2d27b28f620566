import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const COMPRESSIBLE = /^(text\/|application\/(json|x-tss|javascript))/

/**
 * Compresses what a page or call answers, chunk by chunk, so that the first byte leaves as early as without.
 * Assets are not its business: they were compressed when they were built.
 */
export function compress(response: Response, acceptEncoding: string | null): Response {
  const encoding = bestEncoding(acceptEncoding ?? '')
  const isCompressible =
    COMPRESSIBLE.test(response.headers.get('content-type') ?? '') && !response.headers.has('content-encoding')
  if (!encoding || !isCompressible || !response.body) return response

  const compressor =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(response.body as NodeReadableStream)
  // A visitor who leaves ends the response; that is no failure of ours.
  source.on('error', () => compressor.destroy())
  compressor.on('close', () => source.destroy())
  const headers = new Headers(response.headers)
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return new Response(Readable.toWeb(source.pipe(compressor)) as ReadableStream, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}

/** The best of ours that the browser accepts; `q=0` is a refusal. */
function bestEncoding(acceptEncoding: string): 'br' | 'gzip' | undefined {
  const wishes = acceptEncoding.toLowerCase().split(',')
  const accepted = new Set(
    wishes.filter((wish) => !/;\s*q=0(\.0*)?\s*$/.test(wish)).map((wish) => wish.split(';')[0]?.trim()),
  )
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding))
}
