import { fileURLToPath } from 'node:url'
import { staticMiddleware } from 'srvx/static'
import type { RequestContext, Next } from '#request/request-context.server.ts'
import { addSecurityHeadersOfFiles } from './security-headers.server.ts'

const YEAR_SECONDS = 31_536_000
/** Options for reading files. Paths are relative to dist/server, where all server files are. */
const staticFileOptions = {
  dir: fileURLToPath(new URL('../client', import.meta.url)),
  encodings: true,
  compress: false,
}
const serveAssets = staticMiddleware({ ...staticFileOptions, maxAge: YEAR_SECONDS, immutable: true })
const serveOtherFiles = staticMiddleware({ ...staticFileOptions, maxAge: 3_600 })

/**
 * Middleware: serves files of the client build, precompressed. Files under /assets have a hash in their path and never change.
 */
export async function sendFile(request: Request, { url: { pathname } }: RequestContext, next: Next): Promise<Response> {
  if (!pathname.includes('.') || !isDecodable(pathname)) return next(request)
  let isFile = true
  const response = await (pathname.startsWith('/assets/') ? serveAssets : serveOtherFiles)(request, () => {
    isFile = false
    return next(request)
  })
  // Do not copy the response: its body is a file that is piped to the socket. If the body were read as a web stream, a client
  // that disconnects at the end would crash the process.
  if (isFile) addSecurityHeadersOfFiles(response.headers)
  return response
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
