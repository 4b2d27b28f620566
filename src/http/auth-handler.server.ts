import { auth, headersForAuth } from '#auth/auth.server.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { findSession } from '#auth/current-session.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest, routePatternKey, type RequestContext, type Handler } from '#request/request-context.server.ts'
import { refuseAuthCallInDemo } from '#middleware/demo-gate.server.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { isTrustedCall } from '#middleware/same-origin.server.ts'
import { errorResponse, methodNotAllowed } from './error-response.server.ts'

/** The path prefix of all better-auth endpoints. */
export const AUTH_BASE = '/api/auth'

/** Replaces the only endpoint of better-auth that is reachable besides those of features. All other paths respond with 404. */
const GET_SESSION: AuthEndpoint = { path: '/get-session', method: 'GET', handle: readSession }

/** Maximum length of an input; far more than any of our calls needs. */
const MAX_INPUT_LENGTH = 16_384

/**
 * Creates the handler for calls under /api/auth. The message of an error is the text for users, because clients of
 * better-auth show it.
 * @param endpoints endpoints of features
 */
export function authHandler(endpoints: AuthEndpoint[]): Handler {
  return async (request, context, next) => {
    if (!`${context.url.pathname}/`.startsWith(`${AUTH_BASE}/`)) return next(request)
    try {
      return await handleAuthCall(request, context, endpoints)
    } catch (error) {
      const failure = toAppError(error)
      const { t } = translatorFor(context.language)
      return errorResponse(failure, failure instanceof AppError ? t(`errors:${failure.code}`) : undefined)
    }
  }
}

/** Handles one call. @throws {AppError} NOT_FOUND, INVALID_ORIGIN, DEMO_MODE_ENABLED, and errors of the endpoint */
async function handleAuthCall(
  request: Request,
  { url, store }: RequestContext,
  endpoints: AuthEndpoint[],
): Promise<Response> {
  const path = url.pathname.slice(AUTH_BASE.length)
  const endpoint = [...endpoints, GET_SESSION].find((one) => one.path === path)
  if (!endpoint) throw new AppError('NOT_FOUND')
  store.set(routePatternKey, url.pathname)
  if (endpoint.method !== request.method) return methodNotAllowed([endpoint.method])
  if (request.method === 'POST' && !isTrustedCall(request)) throw new AppError('INVALID_ORIGIN')
  refuseAuthCallInDemo(`${request.method} ${path}`)

  if ('handle' in endpoint) {
    const answer = await endpoint.handle(await readInput(request, url))
    return Response.json(answer ?? null, { headers: endpoint.headers })
  }
  return endpoint.convert(request, (call) => auth().handler(toAuthRequest(call, currentRequest())))
}

async function readInput(request: Request, url: URL): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const text = await request.text()
  if (text.length > MAX_INPUT_LENGTH) throw new AppError('PAYLOAD_TOO_LARGE')
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  }
}

async function readSession() {
  const session = await findSession()
  if (!session) return null
  const { viewer, impersonatedBy, ...rest } = session
  return { session: { ...rest, impersonatedBy: impersonatedBy?.id ?? null }, user: viewer }
}

function toAuthRequest(request: Request, context: RequestContext): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(`${environment().appUrl}${pathname}${search}`, {
    method: request.method,
    headers: headersForAuth(context),
    body: request.body,
    duplex: 'half',
  } as RequestInit)
}
