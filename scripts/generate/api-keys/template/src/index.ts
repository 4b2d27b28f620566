import createFetchClient, { type ClientOptions, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import { BASE, type components, type paths } from './schema.js'

/** The named schemas, for example `Schemas['User']`. */
export type Schemas = components['schemas']
type Problem = Schemas['Problem']

/** The settings of a client, in addition to those of `openapi-fetch`. */
export interface Options extends Omit<ClientOptions, 'baseUrl'> {
  /** The origin of the app, for example https://app.example.com. */
  url: string
  /** An API key. */
  key: string
  /** The number of times that a request is repeated at most. */
  maxRetries?: number
  /** The time that a client waits at most before it repeats a request. After a longer `Retry-After` it fails at once. */
  maxRetrySeconds?: number
}

/** Any response that is not a success. Without a `code`, the response is not from the API, for example from a proxy. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly response: Response
  readonly problem: Problem | undefined
  readonly status: number
  readonly code: Problem['code'] | undefined
  /** The invalid fields. */
  readonly errors: NonNullable<Problem['errors']>

  constructor(response: Response, problem?: Problem) {
    super(problem ? `${problem.code}: ${problem.detail ?? problem.title}` : `HTTP status ${response.status}`)
    this.response = response
    this.problem = problem
    this.status = response.status
    this.code = problem?.code
    this.errors = problem?.errors ?? []
  }
}

type Media = `${string}/${string}`
type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, unknown> ? Path : never
}[keyof paths]

/** A call of an operation. It throws `ApiError`, so the result always has `data`; the ETag is in `response.headers`. */
type Call<Method extends string> = <
  Path extends PathWith<Method>,
  Init extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>,
>(
  path: Path,
  ...init: undefined extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]> ? [Init?] : [Init]
) => Promise<
  paths[Path] extends Record<Method, infer Operation extends Record<string, unknown>>
    ? Extract<FetchResponse<Operation, Init, Media>, { error?: undefined }>
    : never
>

/** The operation that returns a page of rows. */
interface Listing<Row, Query> {
  get: {
    parameters: { query?: Query }
    responses: { 200: { content: { 'application/json': { data: Row[]; next: string | null } } } }
  }
}
type ListPath = { [Path in keyof paths]: paths[Path] extends Listing<unknown, unknown> ? Path : never }[keyof paths]
type RowOf<Path extends ListPath> = paths[Path] extends Listing<infer Row, unknown> ? Row : never
type QueryOf<Path extends ListPath> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? Query
  : never

/** Calls the API with a key. */
export interface Client {
  GET: Call<'get'>
  POST: Call<'post'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
  /** Returns all rows of a list, and requests each page when its first row is needed. `limit` is the size of a page. */
  list: <Path extends ListPath>(path: Path, query?: QueryOf<Path>) => AsyncGenerator<RowOf<Path>, void>
}

/** Creates a client. Each POST has an `Idempotency-Key`, so the API executes it once, even if it is sent several times. */
export function createClient({ url, key, maxRetries = 3, maxRetrySeconds = 60, ...options }: Options): Client {
  const send = options.fetch ?? globalThis.fetch
  const api = createFetchClient<paths>({
    ...options,
    baseUrl: url.replace(/\/+$/, '') + BASE,
    fetch: (request) => sendWithRetries(send, request, maxRetries, maxRetrySeconds),
  })
  api.use({
    onRequest: ({ request: { method, headers } }) => {
      headers.set('Authorization', `Bearer ${key}`)
      if (method === 'POST' && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID())
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw new ApiError(response, await problemIn(response))
    },
  })
  const { GET, POST, PATCH, DELETE } = api
  async function* list(path: never, query: object = {}) {
    let after: string | undefined
    do {
      const { data } = (await GET(path, {
        params: { query: { ...query, ...(after !== undefined && { after }) } },
      } as never)) as {
        data: { data: never[]; next: string | null }
      }
      yield* data.data
      after = data.next ?? undefined
    } while (after !== undefined)
  }
  return { GET, POST, PATCH, DELETE, list } as unknown as Client
}

async function problemIn(response: Response): Promise<Problem | undefined> {
  if (response.headers.get('Content-Type') !== 'application/problem+json') return undefined
  return (await response.clone().json()) as Problem
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const TEMPORARY = new Set([429, 502, 503, 504])

/** Sends a request, and repeats it after a temporary failure if it is idempotent or has an `Idempotency-Key`. */
async function sendWithRetries(
  send: (request: Request) => Promise<Response>,
  request: Request,
  retriesLeft: number,
  maxSeconds: number,
  backoffSeconds = 0.5,
): Promise<Response> {
  const isSafe = IDEMPOTENT.has(request.method) || request.headers.has('Idempotency-Key')
  if (retriesLeft <= 0 || !isSafe) return send(request)
  const result = await send(request.clone()).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    return undefined
  })
  const retryAfter = result?.headers.get('Retry-After') ?? null
  // A conflict with Retry-After means that the same request is still running.
  if (result && !TEMPORARY.has(result.status) && !(result.status === 409 && retryAfter !== null)) return result
  const seconds = retryAfter === null ? backoffSeconds * (1 + Math.random()) : secondsUntil(retryAfter)
  if (result && !(seconds <= maxSeconds)) return result
  await result?.body?.cancel()
  await pause(seconds, request.signal)
  return sendWithRetries(send, request, retriesLeft - 1, maxSeconds, backoffSeconds * 2)
}

/** Returns the seconds in a `Retry-After` header, which has a number or a date. */
function secondsUntil(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1_000)
}

/** Waits; an aborted signal ends the wait with its reason. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
