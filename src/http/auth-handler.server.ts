import { auth, headersForAuth } from '#auth/auth.server.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { findSession } from '#auth/current-session.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest, routePattern, type RequestContext } from '#request/request-context.server.ts'
import { refuseAuthCallInDemo } from '#middleware/demo-gate.server.ts'
import { isCallOfThisSite } from '#middleware/same-origin.server.ts'
import { methodNotAllowed } from './error-response.server.ts'
import type { Handler } from '#request/handler.ts'
import { answerSocialCallback } from './social-callback.server.ts'

/** The path that all calls of better-auth begin with. */
export const AUTH_BASE = '/api/auth'

/** All of better-auth's HTTP calls that are open. A path that is not here answers 404, however the library grows. */
const OPEN_CALLS: Record<string, string[]> = {
  '/get-session': ['GET'],
  '/callback/github': ['GET'],
  '/callback/google': ['GET'],
}

/** Much more than any call of ours takes. */
const MAX_INPUT_LENGTH = 16_384

/** Makes the step that answers calls under /api/auth. @param overrides those that are answered in better-auth's place */
export function answerAuthCall(overrides: AuthEndpoint[]): Handler {
  return (request, context, next) =>
    `${context.url.pathname}/`.startsWith(`${AUTH_BASE}/`) ? handleAuthCall(request, context, overrides) : next(request)
}

/**
 * Answers `overrides` by themselves, the way back from a provider through better-auth.
 * @throws {AppError} NOT_FOUND, INVALID_ORIGIN, DEMO_MODE_ENABLED, and what an override throws
 */
async function handleAuthCall(
  request: Request,
  { url, store }: RequestContext,
  overrides: AuthEndpoint[],
): Promise<Response> {
  const path = url.pathname.slice(AUTH_BASE.length)
  const own = overrides.find((call) => call.path === path)
  const methods = own ? [own.method] : openMethods(path)
  if (!methods) throw new AppError('NOT_FOUND')
  store.set(routePattern, url.pathname)
  if (!methods.includes(request.method)) return methodNotAllowed(methods)
  if (request.method === 'POST' && !isCallOfThisSite(request)) throw new AppError('INVALID_ORIGIN')
  refuseAuthCallInDemo(`${request.method} ${path}`)

  if (own) return Response.json((await own.handle(await inputOf(request, url))) ?? null, { headers: own.headers })
  if (path === '/get-session') return answerGetSession()
  return answerSocialCallback(request, path, (call) => auth().handler(forAuth(call, currentRequest())))
}

function openMethods(path: string): string[] | undefined {
  return Object.hasOwn(OPEN_CALLS, path) ? OPEN_CALLS[path] : undefined
}

async function inputOf(request: Request, url: URL): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const text = await request.text()
  if (text.length > MAX_INPUT_LENGTH) throw new AppError('PAYLOAD_TOO_LARGE')
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  }
}

async function answerGetSession() {
  const session = await findSession()
  if (!session) return Response.json(null)
  const { viewer, impersonatedBy, ...rest } = session
  return Response.json({ session: { ...rest, impersonatedBy: impersonatedBy?.id ?? null }, user: viewer })
}

function forAuth(request: Request, context: RequestContext): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(`${environment().appUrl}${pathname}${search}`, {
    method: request.method,
    headers: headersForAuth(context),
    body: request.body,
    duplex: 'half',
  } as RequestInit)
}
