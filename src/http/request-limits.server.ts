import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import type { Next } from './handler.ts'
import { addSecurityHeadersOfRefusals } from './security-headers.server.ts'
import { isForm, isUnderApi } from './server-function-handler.server.ts'

const KIBIBYTE = 1_024
const MAX_URL_LENGTH = 8 * KIBIBYTE
/** The longest form has an address and a path to go on to, the longest call of /api/auth a token of a provider. */
const LARGEST_FORM = 16 * KIBIBYTE
/** The largest input is a repository: 4,200 characters at most, each of them escaped. */
const LARGEST_CALL = 64 * KIBIBYTE
/** So much of what is too large is waited for before it is refused: many clients only listen when they have said all. */
const HEARD_OUT = 1_024 * KIBIBYTE

/** Refuses a Host header that no URL can have, like a port of five nines: nobody could read the URL. */
export function refuseOddHost(): Response {
  log.info({ event: 'request.refused', status: 400, reason: 'host' })
  const response = new Response(null, { status: 400 })
  addSecurityHeadersOfRefusals(response.headers)
  return response
}

/** Step: refuses addresses that are too long to be looked at. */
export function limitUrl(request: Request, _context: RequestContext, next: Next) {
  return request.url.length > MAX_URL_LENGTH ? new Response(null, { status: 414 }) : next(request)
}

/**
 * Step: reads the body, so that whoever uses it finds it whole and short enough to be parsed: libraries answer one that
 * breaks off or grows too large with failures of their own.
 * @throws {AppError} PAYLOAD_TOO_LARGE past what the path needs, INVALID_INPUT when the client hung up
 */
export async function limitBody(request: Request, { url }: RequestContext, next: Next): Promise<Response> {
  const limit = bodyLimit(request, url.pathname)
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > HEARD_OUT || (limit === 0 && length > 0)) throw new AppError('PAYLOAD_TOO_LARGE')
  if (!request.body || limit === 0) return next(request)
  const body = await readWhole(request.body, limit)
  const { method, headers, signal } = request
  return next(new Request(request.url, { method, headers, signal, body }))
}

/**
 * How many bytes of a body a request may bring: what its path needs. Nobody has to be signed in for having a body parsed,
 * and the time that takes grows with the square of its length: Node needs seconds for a form of 1 MB.
 */
function bodyLimit(request: Request, path: string): number {
  if (request.method !== 'POST') return 0
  const isCall = isUnderApi(path) && !path.startsWith(`${AUTH_BASE}/`) && !isForm(request)
  return isCall ? LARGEST_CALL : LARGEST_FORM
}

async function readWhole(body: ReadableStream<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Cancelling would close the connection before the answer is on its way.
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      if (size > HEARD_OUT) break
    }
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  }
  if (size <= limit) return Buffer.concat(chunks)
  // Unread, the rest would be in the way of the next request.
  if (size > HEARD_OUT) body.pipeTo(new WritableStream()).catch(() => undefined)
  throw new AppError('PAYLOAD_TOO_LARGE')
}
