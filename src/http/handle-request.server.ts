import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { guestContext } from '#auth/current-session.server.ts'
import { leaveEndedImpersonation } from '#auth/impersonation.server.ts'
import { isLanguage } from '#i18n/languages.ts'
import { log } from '#lib/log.server.ts'
import { runInRequest, type RequestContext } from '#lib/request-context.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { handleAuthRequest, AUTH_BASE } from './auth-handler.server.ts'
import { bodyLimit } from './body-limits.server.ts'
import { compress } from './compress.server.ts'
import { errorResponse, methodNotAllowed } from './error-response.server.ts'
import { handleServerFunction, isUnderApi } from './server-function-handler.server.ts'
import { answerHealthCheck } from './health.server.ts'
import { languageCookie, createRequestContext, type IncomingRequest } from './create-request-context.server.ts'
import { handleFormAction } from './form-actions.server.ts'
import { answerPrepared } from './prepared-pages.server.ts'
import { withWholeBody } from './read-body.server.ts'
import { addSecurityHeaders } from './security-headers.server.ts'

const MAX_URL_LENGTH = 8_192
/** In the log only, where others write it too: whoever asked did not wait for the answer. */
const CLIENT_HAS_LEFT = 499
const PAGE_METHODS = ['GET', 'HEAD']

type App = (request: Request) => Response | Promise<Response>

/** What answers when the request handler itself does not. */
interface Handlers {
  /** Renders pages and runs server functions. */
  app: App
  /** Calls under /api/auth that features answer in better-auth's place. */
  authCalls: AuthEndpoint[]
  /** Whether pages that are the same for everybody may be sent more than once: not where their sources change. */
  hasPreparedPages: boolean
}

/** Handles a request: every request of the product comes through here and every answer leaves through here. */
export async function handleRequest(request: IncomingRequest, rooms: Handlers): Promise<Response> {
  const startedAt = performance.now()
  const url = new URL(request.url)
  const context = createRequestContext(request, url)
  const prepared = rooms.hasPreparedPages ? await answerPrepared(request, url, context, rooms.app) : undefined
  const response = prepared ?? (await answerAnew(request, url, context, rooms))
  // No query: the e-mail address of the verify page is in it.
  log.info({
    event: 'request',
    requestId: context.id,
    method: request.method,
    path: pathForLog(url.pathname),
    status: request.signal.aborted ? CLIENT_HAS_LEFT : response.status,
    ms: Math.round(performance.now() - startedAt),
  })
  return response
}

async function answerAnew(request: Request, url: URL, context: RequestContext, rooms: Handlers): Promise<Response> {
  const response = await runInRequest(context, () => route(request, url, context, rooms))
  const leaving = new Response(response.body, response)
  for (const cookie of context.setCookies) leaving.headers.append('Set-Cookie', cookie)
  addSecurityHeaders(leaving.headers, url.pathname, [`'nonce-${context.nonce}'`])
  leaving.headers.set('X-Request-Id', context.id)
  return compress(leaving, request.headers.get('accept-encoding'))
}

/** People also type addresses where a path belongs. */
function pathForLog(path: string): string {
  return path.slice(0, 200).replace(/[^/]*(@|%40)[^/]*/gi, '[address]')
}

async function route(arriving: Request, url: URL, context: RequestContext, rooms: Handlers): Promise<Response> {
  const { app, authCalls } = rooms
  try {
    if (arriving.url.length > MAX_URL_LENGTH) return new Response(null, { status: 414 })
    const request = await withWholeBody(arriving, bodyLimit(arriving, url.pathname))
    const health = await answerHealthCheck(url.pathname)
    if (health) return health
    if (`${url.pathname}/`.startsWith(`${AUTH_BASE}/`)) return await handleAuthRequest(request, url, authCalls)
    if (isUnderApi(url.pathname)) return await handleServerFunction(request, url, context, app)
    if (request.method === 'POST')
      return await handleFormAction(request, url, (call) => answerInner(call, context, rooms))
    if (!PAGE_METHODS.includes(request.method)) return methodNotAllowed(PAGE_METHODS)
    return await answerPage(request, url, context, app)
  } catch (error) {
    return errorResponse(toAppError(error))
  }
}

/** A call that the request handler makes itself, for a form: with headers of its own, and cookies for the same browser. */
function answerInner(call: Request, outer: RequestContext, rooms: Handlers): Promise<Response> {
  const context = { ...outer, headers: call.headers, memory: new Map() }
  return runInRequest(context, () => route(call, new URL(call.url), context, rooms))
}

async function answerPage(request: Request, url: URL, context: RequestContext, app: App): Promise<Response> {
  if (url.pathname.startsWith('//'))
    return new Response(null, { status: 308, headers: { Location: url.pathname.replace(/^\/+/, '/') } })
  const wished = url.searchParams.get('lng')
  if (isLanguage(wished)) context.setCookies.push(languageCookie(wished))
  const wayBack = await leaveEndedImpersonation(guestContext())
  if (wayBack !== null) return new Response(null, { status: 302, headers: { Location: wayBack } })
  return app(request)
}
