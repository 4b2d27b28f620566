import { REAUTHENTICATION_HEADER, type Reauthentication } from '#lib/reauthentication.ts'
import { AppError } from '#lib/app-error.ts'
import { decodeIfPossible } from '#lib/search-text.ts'
import type { FormActions } from '#request/form-action.ts'
import type { RequestContext, Handler } from '#request/request-context.server.ts'
import { functionCallKey } from '#middleware/unexpected-errors.server.ts'
import { errorResponse, methodNotAllowed, retryAfterHeader } from './error-response.server.ts'
import type { FrameworkHandler } from './handler.ts'

/** Matches the path with which our client calls a server function. Other spellings of the path are refused. */
const FUNCTION_PATH = /^\/api\/([\w.-]+)$/
/** Content types that the framework parses as a form. */
const FORM_TYPE = /multipart\/form-data|application\/x-www-form-urlencoded/i
/** The header that the framework's client sends. */
const CLIENT_HEADER = 'x-tsr-serverfn'

/** Whether the app could treat a path, in any spelling, as a call of a server function. */
export function isUnderApi(path: string): boolean {
  return /^\/+api(\/|$)/.test(decodeIfPossible(path))
}

/** Whether the Content-Type of a request is a form. */
export function isForm(request: Request): boolean {
  return FORM_TYPE.test(request.headers.get('content-type') ?? '')
}

/**
 * Creates the handler for calls of server functions and all other paths under /api.
 * @param actions the forms whose calls accept a form as body; all other calls refuse forms
 */
export function serverFunctionHandler(app: FrameworkHandler, actions: FormActions): Handler {
  const calledByForms = new Set(Object.values(actions).map(({ path }) => path))
  return (request, context, next) => {
    const { pathname } = context.url
    if (!isUnderApi(pathname)) return next(request)
    return callFunction(request, context, { app, takesForms: calledByForms.has(pathname) })
  }
}

/**
 * Calls a function, and sets the status of the response if the function fails. If the framework refuses the call before our
 * code runs, replaces the framework's message with our error code.
 * @throws {AppError} NOT_FOUND, INVALID_ORIGIN, INVALID_INPUT
 */
async function callFunction(
  request: Request,
  { url, store }: RequestContext,
  { app, takesForms }: { app: FrameworkHandler; takesForms: boolean },
): Promise<Response> {
  const id = FUNCTION_PATH.exec(url.pathname)?.[1]
  // The framework looks up IDs in an object and would find inherited properties such as `toString`.
  if (id === undefined || id in Object.prototype) throw new AppError('NOT_FOUND')
  if (isForm(request) && !takesForms) throw new AppError('INVALID_INPUT')
  const response = await app(markAsOurClient(request))
  const call = store.get(functionCallKey)
  if (call?.failure)
    return isFromOurClient(request) ? withErrorStatus(call.failure, response) : errorResponse(call.failure)
  return call || response.status < 400 ? response : convertRefusal(response)
}

/** Converts the framework's refusals of a call into our error codes. */
async function convertRefusal(response: Response): Promise<Response> {
  if (response.status === 403) throw new AppError('INVALID_ORIGIN')
  if (response.status === 405) return methodNotAllowed([response.headers.get('allow') ?? 'GET, POST'])
  const words = await response.text()
  throw new AppError(/function info not found|Invalid server function/i.test(words) ? 'NOT_FOUND' : 'INVALID_INPUT')
}

/**
 * Marks a request as one of our client. For other clients the framework returns the function's result as if it were a Response,
 * and fails if the result is not an object.
 */
function markAsOurClient(request: Request): Request {
  if (isFromOurClient(request)) return request
  const { url, method, signal, body } = request
  const headers = new Headers(request.headers)
  headers.set(CLIENT_HEADER, 'true')
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

/** Whether our client made a request; only our client can read the framework's serialization. */
function isFromOurClient(request: Request): boolean {
  return request.headers.has(CLIENT_HEADER)
}

/** Returns the response with the status of our error, because the framework sends it with 200, and with headers for the client. */
function withErrorStatus({ code, status, details }: AppError, response: Response): Response {
  const headers = new Headers(response.headers)
  if (code === 'SESSION_EXPIRED')
    headers.set(REAUTHENTICATION_HEADER, (details.needsCode ? 'code' : 'any') satisfies Reauthentication)
  for (const [name, value] of Object.entries(retryAfterHeader(details))) headers.set(name, value)
  return new Response(response.body, { status, headers })
}
