import { STATUS_CODES, type Server, type ServerOptions } from 'node:http'
import { addSecurityHeadersOfRefusals } from '#http/security-headers.server.ts'
import { log } from '#lib/log.server.ts'
import { handleRequestsInSequence, hasBegunResponse } from './one-at-a-time.ts'

/** Limits of a connection: timeouts in milliseconds, sizes in bytes. */
export const CONNECTION_LIMITS: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // Node checks headersTimeout and requestTimeout at this interval.
  connectionsCheckingInterval: 1_000,
}
/** Maximum time in which a client neither reads nor sends during a request, in milliseconds. Then the connection is closed. */
const MAX_SILENCE_MS = 20_000
/** Maximum number of connections of a process. The reverse proxy limits the connections per client address. */
const MAX_CONNECTIONS = 1_000
/** Minimum interval between two log lines about dropped connections, in milliseconds. */
const LOG_INTERVAL_MS = 60_000

const STATUS_OF: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Limits the server's connections. Requests that Node itself rejects get the product's security headers and a log line. */
export function guardConnections(server: Server): void {
  server.timeout = MAX_SILENCE_MS
  server.maxConnections = MAX_CONNECTIONS
  handleRequestsInSequence(server)

  let saidFullAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - saidFullAt < LOG_INTERVAL_MS) return
    saidFullAt = performance.now()
    log.error(
      { event: 'server.connection_limit_reached', connections: MAX_CONNECTIONS },
      'new connections are dropped, because this process has reached its limit',
    )
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ECONNRESET' && socket.writable && !hasBegunResponse(socket))
      socket.write(refusalResponse(STATUS_OF[error.code ?? ''] ?? 400, error.code))
    socket.destroy()
  })
}

/** Returns a complete response as text, because Node has no response object for a request that it cannot parse. */
function refusalResponse(status: number, reason: string | undefined): string {
  log.info({ event: 'request.refused', status, reason }, 'the request is not valid HTTP, too large or too slow')
  const headers = new Headers({ Connection: 'close', 'Content-Length': '0' })
  addSecurityHeadersOfRefusals(headers)
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
}
