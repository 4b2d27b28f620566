import { AppError } from '#lib/app-error.ts'
import type { FormActions } from '#request/form-action.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { functionCall } from '#middleware/unexpected-errors.server.ts'
import { errorResponse, methodNotAllowed, retryAfter } from './error-response.server.ts'
import type { Handler } from '#request/handler.ts'
import type { App } from './handler.ts'

/** A server function as our client calls it. No other spelling of a path is a way in. */
const FUNCTION_PATH = /^\/api\/([\w.-]+)$/
/** What the framework parses as a form. */
const FORM_TYPE = /multipart\/form-data|application\/x-www-form-urlencoded/i
/** The header by which the framework knows its own client. */
const CLIENT_MARK = 'x-tsr-serverfn'

/** Whether the app could take this path for a call of a server function, however it is spelled. */
export function isUnderApi(path: string): boolean {
  return /^\/+api(\/|$)/.test(decoded(path))
}

/** Whether a request says that its body is a form. */
export function isForm(request: Request): boolean {
  return FORM_TYPE.test(request.headers.get('content-type') ?? '')
}

/**
 * Makes the step that answers calls of server functions, and whatever else is under /api.
 * @param actions the forms whose calls are taken as forms; all others are refused
 */
export function answerServerFunction(app: App, actions: FormActions): Handler {
  const calledByForms = new Set(Object.values(actions).map(({ path }) => path))
  return (request, context, next) => {
    const { pathname } = context.url
    if (!isUnderApi(pathname)) return next(request)
    return callFunction(request, context, { app, takesForms: calledByForms.has(pathname) })
  }
}

/**
 * Answers with the status of a function's failure, and where the framework refuses a call before our code is reached, with
 * a code in place of the framework's words.
 * @throws {AppError} NOT_FOUND, INVALID_ORIGIN, INVALID_INPUT
 */
async function callFunction(
  request: Request,
  { url, store }: RequestContext,
  { app, takesForms }: { app: App; takesForms: boolean },
): Promise<Response> {
  const id = FUNCTION_PATH.exec(url.pathname)?.[1]
  // The framework looks ids up in an object, and would find there what every object has.
  if (id === undefined || id in Object.prototype) throw new AppError('NOT_FOUND')
  if (isForm(request) && !takesForms) throw new AppError('INVALID_INPUT')
  const response = await app(asFromOurClient(request))
  const call = store.get(functionCall)
  if (call?.failure)
    return isFromOurClient(request) ? withStatusOf(call.failure, response) : errorResponse(call.failure)
  return call || response.status < 400 ? response : asRefused(response)
}

/** Turns what the framework answers before it calls a function into our codes. */
async function asRefused(response: Response): Promise<Response> {
  if (response.status === 403) throw new AppError('INVALID_ORIGIN')
  if (response.status === 405) return methodNotAllowed([response.headers.get('allow') ?? 'GET, POST'])
  const words = await response.text()
  throw new AppError(/function info not found|Invalid server function/i.test(words) ? 'NOT_FOUND' : 'INVALID_INPUT')
}

/**
 * What a function returns is serialized for our client alone: to anybody else the framework hands it out as if it were a
 * response, and fails where it is no object.
 */
function asFromOurClient(request: Request): Request {
  if (isFromOurClient(request)) return request
  const { url, method, signal, body } = request
  const headers = new Headers(request.headers)
  headers.set(CLIENT_MARK, 'true')
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

/** Only our client reads the framework's own serialization; the form of a page is answered as everybody else is. */
function isFromOurClient(request: Request): boolean {
  return request.headers.has(CLIENT_MARK)
}

/** The framework sends a failure of ours with status 200. */
function withStatusOf({ status, details }: AppError, response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(retryAfter(details))) headers.set(name, value)
  return new Response(response.body, { status, headers })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // The app answers 400 to a path that cannot be decoded.
    return path
  }
}
