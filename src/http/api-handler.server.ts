import Negotiator from 'negotiator'
import { answerOf, etagOf, matchesTag } from '#api/answer.server.ts'
import { API_BASE, isApiCall } from '#api/api-base.ts'
import { describedOperations, describeApi } from '#api/description.server.ts'
import { answerOnce, type KeptAnswer } from '#api/idempotency.server.ts'
import type { ApiContext, ApiOperation } from '#api/operation.ts'
import { ApiProblem, problemResponse } from '#api/problem.server.ts'
import { readBody, readQuery } from '#api/read-input.server.ts'
import { findRoute, type ApiRoute } from '#api/routes.ts'
import { requireApiCaller, type ApiCaller } from '#auth/api-key-lookup.server.ts'
import { environment } from '#env/environment.server.ts'
import { database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import { idField } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import { refuseChangeInDemo } from '#middleware/demo-gate.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { callingProgram, routePattern, runInRequest, type RequestContext } from '#request/request-context.server.ts'
import type { Handler } from '#request/handler.ts'
import { pipeline } from './handler.ts'
import { useOfKey } from './api-limits.server.ts'
import { limitBody, limitUrl } from './request-limits.server.ts'

const DESCRIPTION_PATH = `${API_BASE}/openapi.json`

/**
 * Makes the step that answers programs under /api/v1: by their key alone, whatever cookies come along. Its refusals are
 * problems as RFC 9457 has them.
 */
export function answerApiCall(operations: ApiOperation[]): Handler {
  const answer = pipeline([
    limitUrl,
    limitBody,
    answerDescription(operations),
    (request, context) => handleCall(request, context, operations),
  ])
  return async (request, context, next) => {
    if (!isApiCall(context.url)) {
      context.store.set(describedOperations, operations)
      return next(request)
    }
    // Nothing that a browser was given counts here.
    const ofProgram = { ...context, cookies: new Map<string, string>() }
    return runInRequest(ofProgram, () => answer(request, ofProgram)).catch(refusalOf)
  }
}

/** Made once: everybody may ask for it. */
function answerDescription(operations: ApiOperation[]): Handler {
  let description: string | undefined
  return async (request, { url, store }, next) => {
    if (url.pathname !== DESCRIPTION_PATH) return next(request)
    store.set(routePattern, DESCRIPTION_PATH)
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(['GET'])
    description ??= JSON.stringify(describeApi(operations, environment().appUrl))
    return new Response(description, { headers: { 'Content-Type': 'application/json' } })
  }
}

function refusalOf(error: unknown): Response {
  if (error instanceof ApiProblem) return problemResponse(error)
  const told = toAppError(error)
  return problemResponse(told instanceof AppError ? told : new AppError('UNKNOWN_ERROR'))
}

/** @throws {ApiProblem | AppError} */
async function handleCall(request: Request, context: RequestContext, operations: ApiOperation[]): Promise<Response> {
  const { url, store } = context
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = findRoute(operations, method, url.pathname.slice(API_BASE.length))
  if (!found) throw new AppError('NOT_FOUND')
  store.set(routePattern, `${API_BASE}${found.path}`)
  if (!found.operation) return notAllowed(found.methods)
  const caller = await requireApiCaller(request.headers.get('authorization'))
  store.set(callingProgram, `API: ${caller.keyName}`)
  return withinLimits({ ...found, operation: found.operation }, request, context, caller)
}

function notAllowed(methods: string[]): Response {
  const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods
  return problemResponse(new ApiProblem('METHOD_NOT_ALLOWED', { headers: { Allow: allowed.sort().join(', ') } }))
}

type Found = ApiRoute & { operation: ApiOperation }

/** Answers in the key's turn, and says with each answer what is left of its budget. */
async function withinLimits(found: Found, request: Request, context: RequestContext, caller: ApiCaller) {
  const { method } = found.operation
  const use = useOfKey(caller.keyId)
  const answer = async () => {
    use.spend(method)
    return use.limiter.run(context.signal, () => answerOperation(found, request, context, caller))
  }
  const response = await answer().catch(refusalOf)
  for (const [name, value] of Object.entries(use.headers(method))) response.headers.set(name, value)
  return response
}

async function answerOperation(
  { operation, id }: Found,
  request: Request,
  { url, address, language, signal }: RequestContext,
  caller: ApiCaller,
): Promise<Response> {
  const { headers } = request
  requireScope(caller, operation.scope)
  if (operation.method !== 'GET') refuseChangeInDemo()
  requireAcceptable(headers.get('accept'))
  const bytes = await request.arrayBuffer()
  const input = {
    id: id === undefined ? '' : validate(idField)(id),
    query: readQuery(operation.query, url.searchParams),
    body: readBody(operation.body, bytes, headers.get('content-type')),
  }
  const context: ApiContext = {
    db: database(),
    actor: caller.owner,
    ipAddress: address,
    language,
    // Making the key was the fresh sign-in: what a key may do is said by its scopes.
    requireFreshSignIn: () => Promise.resolve(),
    session: { id: caller.keyId },
    request: { signal },
    requireScope: (scope) => requireScope(caller, scope),
    requireMatch: (schema, now) => {
      if (!matchesTag(headers.get('if-match'), etagOf(schema.parse(now)))) throw new ApiProblem('PRECONDITION_FAILED')
    },
  }
  const change = async (context: ApiContext) => answerOf(operation, await operation.handle(context, input), url)
  const key = operation.method === 'POST' ? headers.get('idempotency-key') : null
  const answer =
    key === null
      ? await change(context)
      : await answerOnce(
          context,
          { key, request: [operation.id, url.pathname, Buffer.from(bytes).toString('utf8')] },
          change,
        )
  return respond(answer, operation.method === 'GET' ? headers.get('if-none-match') : null)
}

/** @throws {ApiProblem} INSUFFICIENT_SCOPE */
function requireScope({ scopes }: ApiCaller, scope: ApiOperation['scope']): void {
  if (scopes.includes(scope)) return
  const challenge = `Bearer realm="api", error="insufficient_scope", scope="${scope}"`
  throw new ApiProblem('INSUFFICIENT_SCOPE', { headers: { 'WWW-Authenticate': challenge } })
}

/** @throws {ApiProblem} NOT_ACCEPTABLE */
function requireAcceptable(accept: string | null): void {
  // Of none, or of the encoding that JSON always has, nothing follows.
  const asked = accept?.replaceAll(/;\s*charset="?utf-8"?/gi, '').trim()
  const wanted = new Negotiator({ headers: { accept: asked ? asked : '*/*' } })
  if (wanted.mediaType(['application/json']) === undefined) throw new ApiProblem('NOT_ACCEPTABLE')
}

function respond({ status, headers, body }: KeptAnswer, ifNoneMatch: string | null): Response {
  const { 'Content-Type': _type, ...others } = headers
  if (ifNoneMatch !== null && headers.ETag !== undefined && matchesTag(ifNoneMatch, headers.ETag))
    return new Response(null, { status: 304, headers: others })
  return new Response(body, { status, headers })
}
