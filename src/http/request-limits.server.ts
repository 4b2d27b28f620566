import { environment } from '#env/environment.server.ts'
import { isLoopback } from '#env/formats.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { RequestContext, Handler, Next } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import type { FindFileEndpoint } from './file-calls.server.ts'
import { addSecurityHeadersOfRefusals } from './security-headers.server.ts'
import { isForm, isUnderApi } from './server-function-handler.server.ts'

const KIBIBYTE = 1_024
const MAX_URL_LENGTH = 8 * KIBIBYTE
/** Maximum path length. No page has a longer path, and the router's matching time grows with the length. */
const MAX_PATH_LENGTH = 1_024
/** Maximum form size. The longest form contains an email and a redirect path, the longest auth call a provider's token. */
const MAX_FORM_BYTES = 16 * KIBIBYTE
/** Maximum call size: the largest input is a repository with at most 4,200 characters, all of them escaped. */
const MAX_CALL_BYTES = 64 * KIBIBYTE
/** Bytes of a too large body to read before refusing it, because many clients read the response only after sending all. */
const MAX_DRAINED_BYTES = 1_024 * KIBIBYTE

/** Refuses a request whose Host header is invalid in a URL (for example, port 99999) or names another host. */
export function foreignHostResponse(): Response {
  log.info(
    { event: 'request.refused', status: 400, reason: 'host' },
    'the Host header is invalid or names another server',
  )
  const response = new Response(null, { status: 400 })
  addSecurityHeadersOfRefusals(response.headers)
  return response
}

/**
 * Whether the hostname of a request is not that of this app. Local mode shows all codes, so another site whose name resolves to
 * this computer (DNS rebinding) could read the codes.
 */
export function isForeignHost({ hostname }: URL): boolean {
  const { isLocal, appUrl } = environment()
  const isOwn = hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return isLocal && !isOwn && hostname !== new URL(appUrl).hostname
}

/** Middleware: refuses long URLs. @throws {AppError} URI_TOO_LONG */
export function limitUrl(request: Request, { url }: RequestContext, next: Next) {
  const isTooLong = request.url.length > MAX_URL_LENGTH || url.pathname.length > MAX_PATH_LENGTH
  if (isTooLong) throw new AppError('URI_TOO_LONG')
  return next(request)
}

/** Creates the handler that reads all bodies except uploads, which can be long and are read after the permission check. */
export function bodyLimiterExceptFiles(find: FindFileEndpoint): Handler {
  const limitBody = bodyLimiter('POST')
  return (request, context, next) =>
    find(request.method, context.url.pathname) ? next(request) : limitBody(request, context, next)
}

/**
 * Creates the handler that reads bodies completely and limits their size before they are parsed; otherwise libraries would throw
 * various errors for bodies that are too large or incomplete. The handler throws {AppError} PAYLOAD_TOO_LARGE above the limit
 * of the path, INVALID_INPUT if the client disconnected.
 * @param methods the HTTP methods of requests whose body is read
 */
export function bodyLimiter(...methods: string[]): Handler {
  return async (request, { url }, next) => {
    const { method, headers, signal } = request
    const limit = methods.includes(method) ? bodyLimit(request, url) : 0
    const length = Number(headers.get('content-length') ?? 0)
    if (length > MAX_DRAINED_BYTES || (limit === 0 && length > 0)) throw new AppError('PAYLOAD_TOO_LARGE')
    if (!request.body || limit === 0) return next(request)
    const body = await readWhole(request.body, limit)
    return next(new Request(request.url, { method, headers, signal, body }))
  }
}

/**
 * Returns the maximum body size for a path in bytes. Bodies are parsed before sign-in, and parsing time grows with the square
 * of the length: Node needs seconds for a form of 1 MB.
 */
function bodyLimit(request: Request, url: URL): number {
  const isCall = isUnderApi(url.pathname) && !url.pathname.startsWith(`${AUTH_BASE}/`) && !isForm(request)
  // A multipart form is parsed in linear time, so it can be longer than other forms.
  const hasFile = request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') === true
  return isCall || hasFile ? MAX_CALL_BYTES : MAX_FORM_BYTES
}

async function readWhole(body: ReadableStream<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Canceling would close the connection before the response is sent.
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      if (size > MAX_DRAINED_BYTES) break
    }
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  }
  if (size <= limit) return Buffer.concat(chunks)
  // Drain the rest of the body; otherwise it would block the next request on this connection.
  if (size > MAX_DRAINED_BYTES) body.pipeTo(new WritableStream()).catch(() => undefined)
  throw new AppError('PAYLOAD_TOO_LARGE')
}
