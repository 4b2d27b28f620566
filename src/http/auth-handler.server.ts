import { auth, failureOfAuth, headersForAuth } from '#auth/auth.server.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { browserCookie } from '#auth/browser-cookie.server.ts'
import { ASK_FOR_CODE, SIGN_IN_BY_CODE } from '#auth/login-hooks.server.ts'
import { findSession } from '#auth/current-session.server.ts'
import { environment } from '#env/environment.server.ts'
import { AppError, ERROR_STATUS, isErrorCode, type ErrorCode } from '#lib/app-error.ts'
import { currentRequest, type RequestContext } from '#request/request-context.server.ts'
import { refuseAuthCallInDemo } from '#middleware/demo-gate.server.ts'
import { isCallOfThisSite } from '#middleware/same-origin.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { errorResponse, methodNotAllowed } from './error-response.server.ts'
import type { Handler } from './handler.ts'
import { answerSocialCallback, isSocialCallback } from './social-callback.server.ts'

/** The path that all calls of better-auth begin with. */
export const AUTH_BASE = '/api/auth'

/** All of better-auth's HTTP calls that are open. A path that is not here answers 404, however the library grows. */
const OPEN_CALLS: Record<string, string[]> = {
  '/get-session': ['GET'],
  '/callback/github': ['GET'],
  '/callback/google': ['GET'],
  [ASK_FOR_CODE]: ['POST'],
  [SIGN_IN_BY_CODE]: ['POST'],
}

/** Much more than any call of ours takes. */
const MAX_INPUT_LENGTH = 16_384

/** Fields of an error that callers are told; the library's message is not one of them. */
const TOLD = ['field', 'fields', 'retryAfterSeconds', 'banReason', 'banExpires'] as const

/** Makes the step that answers calls under /api/auth. @param overrides those that are answered in better-auth's place */
export function answerAuthCall(overrides: AuthEndpoint[]): Handler {
  return (request, context, next) =>
    `${context.url.pathname}/`.startsWith(`${AUTH_BASE}/`) ? handleAuthCall(request, context, overrides) : next(request)
}

/**
 * Answers `overrides` by themselves, other open calls through better-auth, with its errors as codes and its tokens left out.
 * @throws {AppError} NOT_FOUND, INVALID_ORIGIN, DEMO_MODE_ENABLED, and what an own call throws
 */
async function handleAuthCall(request: Request, { url }: RequestContext, overrides: AuthEndpoint[]): Promise<Response> {
  const path = url.pathname.slice(AUTH_BASE.length)
  const own = overrides.find((call) => call.path === path)
  const methods = own ? [own.method] : openMethods(path)
  if (!methods) throw new AppError('NOT_FOUND')
  if (!methods.includes(request.method)) return methodNotAllowed(methods)
  if (request.method === 'POST' && !isCallOfThisSite(request)) throw new AppError('INVALID_ORIGIN')
  refuseAuthCallInDemo(`${request.method} ${path}`)

  if (own) return Response.json((await own.handle(await inputOf(request, url))) ?? null)
  if (path === '/get-session') return answerGetSession()
  if (isSocialCallback(path)) return answerSocialCallback(request, path, (call) => askLibrary(call, path))
  return askLibrary(request, path)
}

async function askLibrary(request: Request, path: string): Promise<Response> {
  const context = currentRequest()
  const response = await auth().handler(forAuth(request, context))
  if (path === ASK_FOR_CODE && response.ok && context.browserId !== undefined)
    context.setCookies.push(browserCookie(context.browserId))
  return response.status < 400 ? withoutToken(response) : asCode(response, context)
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

/** Session tokens are for cookies only: no script shall see one. */
async function withoutToken(response: Response): Promise<Response> {
  const text = await response.text()
  // The library names JSON as the type of its redirects too, which have no body.
  if (text === '' || !response.headers.get('content-type')?.includes('json'))
    return new Response(text || null, response)
  const body: unknown = JSON.parse(text)
  if (body !== null && typeof body === 'object' && 'token' in body) delete body.token
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

async function asCode(response: Response, context: RequestContext): Promise<Response> {
  if (response.status >= 500) return errorResponse(toAppError(context.store.get(failureOfAuth)))
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown> | null
  const told = Object.fromEntries(
    TOLD.filter((field) => body?.[field] !== undefined).map((field) => [field, body?.[field]]),
  )
  const code = codeOf(body, response.status)
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  // The library keeps its first status where a hook of ours changes the error.
  return new Response(JSON.stringify({ code, ...told }), { status: ERROR_STATUS[code], headers })
}

function codeOf(body: Record<string, unknown> | null, status: number): ErrorCode {
  if (isErrorCode(body?.code)) return body.code
  const codes: ErrorCode[] = [
    'INVALID_INPUT',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'PAYLOAD_TOO_LARGE',
    'TOO_MANY_REQUESTS',
  ]
  return codes.find((code) => ERROR_STATUS[code] === status) ?? 'UNKNOWN_ERROR'
}
