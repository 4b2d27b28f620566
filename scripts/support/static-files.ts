import path from 'node:path'
import { staticMiddleware } from 'srvx/static'
import type { ServerMiddleware } from 'srvx'
import { addSecurityHeadersOfFiles } from '#http/security-headers.server.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Serves the files of the client build, compressed as they were built. Those under /assets carry a hash in their name
 * and never change.
 * @param folder dist/client
 */
export function staticFiles(folder: string): ServerMiddleware {
  const options = { dir: path.resolve(folder), encodings: true, compress: false }
  const assets = staticMiddleware({ ...options, maxAge: YEAR_SECONDS, immutable: true })
  const others = staticMiddleware({ ...options, maxAge: 3_600 })
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (!pathname.includes('.') || !isDecodable(pathname)) return next()
    let isFile = true
    const response = await (pathname.startsWith('/assets/') ? assets : others)(request, () => {
      isFile = false
      return next()
    })
    // The same response, for its body is a file that goes straight to the socket. Read as a web stream, it would take the
    // whole process down with a visitor who leaves at its end.
    if (isFile) addSecurityHeadersOfFiles(response.headers)
    return response
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
