import { isApiCall } from '#api/api-base.ts'
import { environment } from '#env/environment.server.ts'
import { isLoopback } from '#env/formats.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { AUTH_BASE } from './auth-handler.server.ts'
import type { FindFileEndpoint } from './file-calls.server.ts'
import type { Handler, Next } from '#request/handler.ts'
import { addSecurityHeadersOfRefusals } from './security-headers.server.ts'
import { isForm, isUnderApi } from './server-function-handler.server.ts'

const KIBIBYTE = 1_024
const MAX_URL_LENGTH = 8 * KIBIBYTE
/** No page has a longer path; finding that out costs the router the more the longer it is. */
const MAX_PATH_LENGTH = 1_024
/** The longest form has an address and a path to go on to, the longest call of /api/auth a token of a provider. */
const LARGEST_FORM = 16 * KIBIBYTE
/** The largest input is a repository: 4,200 characters at most, each of them escaped. */
const LARGEST_CALL = 64 * KIBIBYTE
/** So much of what is too large is waited for before it is refused: many clients only listen when they have said all. */
const HEARD_OUT = 1_024 * KIBIBYTE

/** Refuses a Host header that no URL can have, like a port of five nines, or that is not ours to answer. */
export function refuseHost(): Response {
  log.info({ event: 'request.refused', status: 400, reason: 'host' })
  const response = new Response(null, { status: 400 })
  addSecurityHeadersOfRefusals(response.headers)
  return response
}

/**
 * Whether a request came in under a name that this server does not have. Local mode shows everybody's codes: a page of
 * another site, whose name was made to lead to this computer, could read them.
 */
export function isForeignHost({ hostname }: URL): boolean {
  const { isLocal, appUrl } = environment()
  const isOwn = hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return isLocal && !isOwn && hostname !== new URL(appUrl).hostname
}

/** Step: refuses addresses that are too long to be looked at. */
export function limitUrl(request: Request, { url }: RequestContext, next: Next) {
  const isTooLong = request.url.length > MAX_URL_LENGTH || url.pathname.length > MAX_PATH_LENGTH
  return isTooLong ? new Response(null, { status: 414 }) : next(request)
}

/** Makes the step that reads bodies, but for those of uploads: they may be long, and are read by who is allowed to send one. */
export function limitBodyUnlessFile(find: FindFileEndpoint): Handler {
  return (request, context, next) =>
    find(request.method, context.url.pathname) ? next(request) : limitBody(request, context, next)
}

/**
 * Reads the body, so that whoever uses it finds it whole and short enough to be parsed: libraries answer one that
 * breaks off or grows too large with failures of their own.
 * @throws {AppError} PAYLOAD_TOO_LARGE past what the path needs, INVALID_INPUT when the client hung up
 */
export async function limitBody(request: Request, { url }: RequestContext, next: Next): Promise<Response> {
  const limit = bodyLimit(request, url)
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
function bodyLimit(request: Request, url: URL): number {
  const { method } = request
  if (method !== 'POST' && !(method === 'PATCH' && isApiCall(url))) return 0
  const isCall = isUnderApi(url.pathname) && !url.pathname.startsWith(`${AUTH_BASE}/`) && !isForm(request)
  // With a file; that is parsed in a time that grows with its length alone.
  const hasFile = request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') === true
  return isCall || hasFile ? LARGEST_CALL : LARGEST_FORM
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
