import { PassThrough, type Transform } from 'node:stream'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import Negotiator from 'negotiator'

/** A content encoding of responses. */
export interface ContentEncoding {
  name: 'zstd' | 'br' | 'gzip' | 'identity'
  /** Compresses a complete body, synchronously, because moving it to a thread costs more than the compression. */
  encode: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  /** Creates a stream encoder whose chunks the browser can decode at once. */
  createEncoder: () => Transform
}

// The levels with the best ratio of CPU time to size (`npm run bench`).
const ZSTD_OPTIONS = { [constants.ZSTD_c_compressionLevel]: 2 }
const BROTLI_OPTIONS = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const GZIP_LEVEL = 6

/** The supported encodings, from the best to the worst ratio of CPU time to size. */
const ENCODINGS: readonly ContentEncoding[] = [
  {
    name: 'zstd',
    encode: (bytes) => zstdCompressSync(bytes, { params: ZSTD_OPTIONS, pledgedSrcSize: bytes.length }),
    createEncoder: () => createZstdCompress({ params: ZSTD_OPTIONS, flush: constants.ZSTD_e_flush }),
  },
  {
    name: 'br',
    encode: (bytes) =>
      brotliCompressSync(bytes, { params: { ...BROTLI_OPTIONS, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    createEncoder: () => createBrotliCompress({ params: BROTLI_OPTIONS, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  {
    name: 'gzip',
    encode: (bytes) => gzipSync(bytes, { level: GZIP_LEVEL }),
    createEncoder: () => createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH }),
  },
]

/** The encoding that leaves a response unchanged. */
export const IDENTITY: ContentEncoding = {
  name: 'identity',
  encode: (bytes) => bytes,
  createEncoder: () => new PassThrough(),
}

const SUPPORTED = ENCODINGS.map(({ name }) => name)

/** Returns the encoding that the browser prefers. Among equals, the first of `ENCODINGS`; `IDENTITY` if none is accepted. */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding ?? '' } })
  const chosen = negotiator.encoding([...SUPPORTED, IDENTITY.name], { preferred: SUPPORTED })
  return ENCODINGS.find(({ name }) => name === chosen) ?? IDENTITY
}
