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

/** An encoding that makes an answer smaller on its way out. */
export interface ContentEncoding {
  name: 'zstd' | 'br' | 'gzip' | 'identity'
  /** All at once. Not in a thread of its own: handing it over and back costs more than the work. */
  encode: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  /** Piece by piece; whatever is written can be read by the browser at once. */
  createEncoder: () => Transform
}

// Levels at which a page costs least for its size; `npm run bench` shows what they cost.
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 2 }
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const GZIP_LEVEL = 6

/** Ours, the cheapest for its size first. */
const ENCODINGS: readonly ContentEncoding[] = [
  {
    name: 'zstd',
    encode: (bytes) => zstdCompressSync(bytes, { params: ZSTD, pledgedSrcSize: bytes.length }),
    createEncoder: () => createZstdCompress({ params: ZSTD, flush: constants.ZSTD_e_flush }),
  },
  {
    name: 'br',
    encode: (bytes) =>
      brotliCompressSync(bytes, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    createEncoder: () => createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  {
    name: 'gzip',
    encode: (bytes) => gzipSync(bytes, { level: GZIP_LEVEL }),
    createEncoder: () => createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH }),
  },
]

/** The encoding that leaves an answer as it is. */
export const IDENTITY: ContentEncoding = {
  name: 'identity',
  encode: (bytes) => bytes,
  createEncoder: () => new PassThrough(),
}

const OURS = ENCODINGS.map(({ name }) => name)

/** The encoding that the browser likes best, and of those that it likes as well the first of ours; none when it wants none. */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding ?? '' } })
  const chosen = negotiator.encoding([...OURS, IDENTITY.name], { preferred: OURS })
  return ENCODINGS.find(({ name }) => name === chosen) ?? IDENTITY
}
