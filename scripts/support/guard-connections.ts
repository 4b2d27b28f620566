import { STATUS_CODES, type Server, type ServerOptions } from 'node:http'
import { addSecurityHeadersOfRefusals } from '#http/security-headers.server.ts'
import { log } from '#lib/log.server.ts'
import { answerOneAtATime, isAnswering } from './one-at-a-time.ts'

/** The most that a connection may take, of time in milliseconds and of room in bytes. */
export const CONNECTION_LIMITS: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // The two timeouts act when this comes by.
  connectionsCheckingInterval: 1_000,
}
/** Who neither reads nor sends for so long while a request is under way is gone, in milliseconds. */
const SILENCE_MS = 20_000
/** How many one node has at once. How many one address may have is for the proxy in front to say. */
const MOST_CONNECTIONS = 1_000
/** Full is said once in so long, in milliseconds. */
const SAY_FULL_EVERY_MS = 60_000

const STATUS_OF: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Bounds what connections cost, whoever they are of, and gives what Node refuses by itself our headers and a log line. */
export function guardConnections(server: Server): void {
  server.timeout = SILENCE_MS
  server.maxConnections = MOST_CONNECTIONS
  answerOneAtATime(server)

  let saidFullAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - saidFullAt < SAY_FULL_EVERY_MS) return
    saidFullAt = performance.now()
    log.error({ event: 'server.full', connections: MOST_CONNECTIONS })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering(socket))
      socket.write(refusal(STATUS_OF[error.code ?? ''] ?? 400, error.code))
    socket.destroy()
  })
}

/** A whole answer as bytes: there is no request yet that it could belong to. */
function refusal(status: number, reason: string | undefined): string {
  log.info({ event: 'request.refused', status, reason })
  const headers = new Headers({ Connection: 'close', 'Content-Length': '0' })
  addSecurityHeadersOfRefusals(headers)
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
}
