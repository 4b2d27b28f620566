import createFetchClient, { type ClientOptions, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import { sendWithRetries } from './retries.js'
import { BASE, type components, type paths } from './schema.js'

/** The named schemas, for example `Schemas['User']`. */
export type Schemas = components['schemas']
type Problem = Schemas['Problem']

/** The settings of a client, in addition to those of `openapi-fetch`. */
export interface Options extends Omit<ClientOptions, 'baseUrl' | 'requestInitExt'> {
  /** The origin of the app, for example https://app.example.com. */
  url: string
  /** An API key. */
  key: string
  /** The number of times that a request is repeated at most; 3 by default. */
  maxRetries?: number
  /** The longest wait before a request is repeated; 60 by default. After a longer `Retry-After` it fails at once. */
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

/** A path whose GET returns a page of rows. */
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
    fetch: (request) => sendWithRetries(send, request, { maxRetries, maxRetrySeconds }),
  })
  api.use({
    onRequest: ({ request: { method, headers } }) => {
      headers.set('Authorization', `Bearer ${key}`)
      if (method === 'POST' && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID())
    },
    onResponse: async ({ request, response }) => {
      if (response.ok) return
      // A response that was cut off has no problem to read.
      const problem = await problemIn(response).catch(() => request.signal.throwIfAborted())
      throw new ApiError(response, problem ?? undefined)
    },
  })
  const { GET, POST, PATCH, DELETE } = api
  async function* list(path: never, query: object = {}) {
    let after: string | undefined
    do {
      const init = { params: { query: { ...query, ...(after !== undefined && { after }) } } }
      const { data: page } = (await GET(path, init as never)) as { data: { data: never[]; next: string | null } }
      yield* page.data
      after = page.next ?? undefined
    } while (after !== undefined)
  }
  return { GET, POST, PATCH, DELETE, list } as unknown as Client
}

async function problemIn(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('Content-Type')?.startsWith('application/problem+json')) return undefined
  return (await response.clone().json()) as Problem
}
