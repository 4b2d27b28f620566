import Negotiator from 'negotiator'
import { createHash } from 'node:crypto'
import { API_BASE } from '#api/api-base.ts'
import { describeApi } from '#api/description.server.ts'
import type { ApiContext, ApiOperation, ApiMethod } from '#api/operation.ts'
import { ApiProblem, problemResponse } from '#api/problem.server.ts'
import type { Permission } from '#auth/permissions.ts'
import { sessionOfKey } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { idField } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { refuseChangeInDemo } from '#middleware/demo-gate.server.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import type { Mount } from '#request/mount.ts'
import { apiClientNameKey, routePatternKey, type RequestContext } from '#request/request-context.server.ts'
import { recordCall } from './api-calls.server.ts'
import { requireApiCaller, type ApiCaller } from './api-key-lookup.server.ts'
import { usageOfKey } from './api-limits.server.ts'
import { runIdempotently, type StoredResponse } from './idempotency.server.ts'
import { readBody, readQuery } from './read-input.server.ts'

const DESCRIPTION_PATH = `${API_BASE}/openapi.json`
/** The headers that let tools on other sites load the description in a browser. The description is public. */
const DESCRIPTION_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' }

/** Creates the mount of the API. Programs authenticate only by API key. Errors are problem details (RFC 9457). */
export function apiMount(operations: ApiOperation[], parts: Record<string, unknown> = {}): Mount {
  // The description is built once and cached, because anyone can request it without a key, any number of times.
  let description: StoredResponse | undefined
  return {
    base: API_BASE,
    refuse: toProblemResponse,
    isUpload: ({ method }, { pathname }) =>
      findRoute(operations, method, pathname.slice(API_BASE.length))?.operation?.bodyType !== undefined,
    answer: async (request, context) => {
      if (context.url.pathname !== DESCRIPTION_PATH) return handleCall(request, context, operations)
      context.store.set(routePatternKey, DESCRIPTION_PATH)
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowedResponse(['GET'])
      description ??= buildResponseWithETag(describeApi(operations, environment().appUrl, parts), DESCRIPTION_HEADERS)
      return toResponse(description, request.headers.get('if-none-match'))
    },
  }
}

function toProblemResponse(error: unknown): Response {
  if (error instanceof ApiProblem) return problemResponse(error)
  const appError = toAppError(error)
  return problemResponse(appError instanceof AppError ? appError : new AppError('UNKNOWN_ERROR'))
}

/** Authenticates a call of the API and runs its operation. @throws {ApiProblem | AppError} */
async function handleCall(request: Request, context: RequestContext, operations: ApiOperation[]): Promise<Response> {
  const { url, store } = context
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = findRoute(operations, method, url.pathname.slice(API_BASE.length))
  if (!found) throw new AppError('NOT_FOUND')
  store.set(routePatternKey, `${API_BASE}${found.path}`)
  if (!found.operation) return methodNotAllowedResponse(found.methods)
  const caller = await requireApiCaller(request.headers.get('authorization'))
  store.set(apiClientNameKey, `API: ${caller.keyName}`)
  return runWithinLimits({ ...found, operation: found.operation }, request, context, caller)
}

function methodNotAllowedResponse(methods: string[]): Response {
  const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods
  return problemResponse(new ApiProblem('METHOD_NOT_ALLOWED', { headers: { Allow: allowed.sort().join(', ') } }))
}

type FoundOperation = ApiRoute & { operation: ApiOperation }

/** Handles a call within the rate limits of the API key. Every response has headers with the remaining calls. */
async function runWithinLimits(found: FoundOperation, request: Request, context: RequestContext, caller: ApiCaller) {
  const { method, deprecation } = found.operation
  const use = usageOfKey(caller.keyId)
  const at = new Date()
  const answer = async () => {
    use.consume(method)
    return use.limiter.run(context.signal, () => runOperation(found, request, context, caller))
  }
  const response = await answer().catch(toProblemResponse)
  const path = context.url.pathname.slice(API_BASE.length)
  recordCall(caller.keyId, { at, method: request.method, path, status: response.status })
  const headers = { ...use.headers(method), ...deprecationHeaders(deprecation) }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Returns the headers of a deprecated operation: a time in seconds (RFC 9745) and a date of HTTP (RFC 8594). */
function deprecationHeaders(deprecation: ApiOperation['deprecation']): Record<string, string> {
  if (!deprecation) return {}
  const { since, until } = deprecation
  return { Deprecation: `@${Date.parse(since) / 1_000}`, Sunset: new Date(until).toUTCString() }
}

async function runOperation(
  { operation, ids }: FoundOperation,
  request: Request,
  { url, address, language, signal }: RequestContext,
  caller: ApiCaller,
): Promise<Response> {
  const { headers } = request
  requireScope(caller, operation.scope)
  if (operation.method !== 'GET') refuseChangeInDemo()
  requireAcceptsJson(headers.get('accept'))
  const { bodyType } = operation
  const type = headers.get('content-type')
  const isUpload = bodyType !== undefined
  if (isUpload && !type?.toLowerCase().startsWith(bodyType)) throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE')
  const bytes = isUpload ? new ArrayBuffer() : await request.arrayBuffer()
  const input = {
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, validator(idField)(id)])),
    query: readQuery(operation.query, url.searchParams),
    body: isUpload ? undefined : readBody(operation.body, bytes, type),
  }
  const context: ApiContext = {
    db: database(),
    actor: caller.owner,
    ipAddress: address,
    language,
    // Calls need no recent sign-in: creating the key required one, and its scopes limit the calls.
    requireRecentAuthentication: () => Promise.resolve(),
    session: sessionOfKey(caller.keyId, caller.owner),
    request: { signal, body: request.body, headers },
    scopes: caller.scopes,
    requireScope: (scope) => requireScope(caller, scope),
    requireMatch: (schema, now) => {
      if (!matchesETag(headers.get('if-match'), etagOf(schema.parse(now)))) throw new ApiProblem('PRECONDITION_FAILED')
    },
  }
  const change = async (context: ApiContext) => buildResponse(operation, await operation.handle(context, input), url)
  const key = operation.method === 'POST' ? headers.get('idempotency-key') : null
  const answer =
    key === null
      ? await change(context)
      : await runIdempotently(
          context,
          {
            key,
            request: [operation.id, url.pathname + url.search, Buffer.from(bytes).toString('utf8')],
            secretField: operation.secretField,
            isLong: isUpload,
          },
          change,
        )
  return toResponse(answer, operation.method === 'GET' ? headers.get('if-none-match') : null)
}

/** Refuses a call if the key does not have the scope. @throws {ApiProblem} INSUFFICIENT_SCOPE */
function requireScope({ scopes }: ApiCaller, scope: Permission | null): void {
  if (scope === null || scopes.some((one) => one === scope)) return
  const challenge = `Bearer realm="api", error="insufficient_scope", scope="${scope}"`
  throw new ApiProblem('INSUFFICIENT_SCOPE', { headers: { 'WWW-Authenticate': challenge } })
}

/** Refuses a call that does not accept JSON. @throws {ApiProblem} NOT_ACCEPTABLE */
function requireAcceptsJson(accept: string | null): void {
  // Ignores `charset=utf-8`, which JSON always has. Without the header, every type is acceptable.
  const asked = accept?.replaceAll(/;\s*charset="?utf-8"?/gi, '').trim()
  const wanted = new Negotiator({ headers: { accept: asked ? asked : '*/*' } })
  if (wanted.mediaType(['application/json']) === undefined) throw new ApiProblem('NOT_ACCEPTABLE')
}

function toResponse({ status, headers, body }: StoredResponse, ifNoneMatch: string | null): Response {
  const { 'Content-Type': _type, ...others } = headers
  if (ifNoneMatch !== null && headers.ETag !== undefined && matchesETag(ifNoneMatch, headers.ETag))
    return new Response(null, { status: 304, headers: others })
  return new Response(body, { status, headers })
}

/** Builds the response of an operation from the result of its handler, with only the fields of its response schema. */
function buildResponse({ response, status }: ApiOperation, result: unknown, url: URL): StoredResponse {
  if (!response) return { status, headers: {}, body: null }
  const body: unknown = response.parse(result)
  const { id, next } = body as { id?: string; next?: string | null }
  const headers = {
    ...(status === 201 && { Location: `${url.pathname}/${id}` }),
    ...(typeof next === 'string' && { Link: `<${nextPageLink(url, next)}>; rel="next"` }),
  }
  return { ...buildResponseWithETag(body, headers), status }
}

/** Builds a response with a JSON body and the ETag of this body. */
function buildResponseWithETag(body: unknown, headers: Record<string, string>): StoredResponse {
  const own = { 'Content-Type': 'application/json', ETag: etagOf(body), ...headers }
  return { status: 200, headers: own, body: JSON.stringify(body) }
}

/** Returns the ETag of a body, which changes whenever the body does. */
function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** Returns whether the tags of a header include `tag`. `*` and a missing header match every tag. */
function matchesETag(tags: string | null, tag: string): boolean {
  if (tags === null || tags.trim() === '*') return true
  // Ignores `W/`, because proxies that compress turn our tags into weak ones.
  return tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

function nextPageLink({ pathname, searchParams }: URL, after: string): string {
  const parameters = new URLSearchParams(searchParams)
  parameters.set('after', after)
  return `${pathname}?${parameters.toString()}`
}

/** The operations of one path. */
interface ApiRoute {
  /** The path of the operations, for example `/users/{id}`. */
  path: string
  methods: ApiMethod[]
  /** The operation of the requested method. */
  operation: ApiOperation | undefined
  /** The values of the IDs in the requested path, by name. */
  ids: Record<string, string>
}

/** Finds the operations of a path below /api/v1; undefined if no path matches. */
function findRoute(operations: ApiOperation[], method: string, pathname: string): ApiRoute | undefined {
  const asked = pathname.split('/')
  const here = operations.filter(({ path }) => matchesPath(path, asked))
  const [first] = here
  if (!first) return undefined
  return {
    path: first.path,
    methods: here.map((operation) => operation.method),
    operation: here.find((operation) => operation.method === method),
    ids: Object.fromEntries(
      first.path.split('/').flatMap((part, place) => (isId(part) ? [[part.slice(1, -1), asked[place] ?? '']] : [])),
    ),
  }
}

function matchesPath(path: string, asked: string[]): boolean {
  const parts = path.split('/')
  return parts.length === asked.length && parts.every((part, place) => isId(part) || part === asked[place])
}

function isId(part: string): boolean {
  return part.startsWith('{')
}
