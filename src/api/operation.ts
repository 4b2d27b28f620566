import type * as z from 'zod/mini'
import type { KeySession } from '#auth/current-session.server.ts'
import type { Permission } from '#auth/permissions.ts'
import type { ApiScope } from './api-scopes.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import type { ProblemCode } from './problem.server.ts'

/** The context of an API call. The actor is the owner of the key. Creating the key counts as recent authentication. */
export interface ApiContext extends AdministratorContext {
  session: KeySession
  /** The body is already read, unless the operation has a `bodyType`. */
  request: Pick<Request, 'signal' | 'body' | 'headers'>
  /** The scopes of the key that its owner's role permits. */
  scopes: readonly ApiScope[]
  /** Requires a scope in addition to that of the operation. @throws {ApiProblem} INSUFFICIENT_SCOPE */
  requireScope: (scope: Permission) => void
  /**
   * Rejects a change if the caller's If-Match header names an older version of the row. `now` is the response that
   * reading the row would return now. Call it while the row is locked.
   * @throws {ApiProblem} PRECONDITION_FAILED
   */
  requireMatch: (answer: z.ZodMiniType, now: unknown) => void
}

/** The names of the IDs in a path: `id` and `userId` in `/organizations/{id}/members/{userId}`. */
type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IdsIn<Rest> : never

/** Input of a call: the IDs in the path, the query parameters and the body. */
type ApiInput<Path extends string, Query, Body> = Record<IdsIn<Path>, string> & { query: Query; body: Body }

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The minimum number of days for which a deprecated operation continues to work. */
export const DEPRECATION_DAYS = 180

/** Announces that an operation will be removed, in the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
interface Deprecation {
  /** The first day on which the operation is deprecated, YYYY-MM-DD. */
  since: string
  /** The day on which it can be removed, YYYY-MM-DD; at least `DEPRECATION_DAYS` later. */
  until: string
  /** The `id` of the operation to use in its place. */
  instead: string
}

/** An operation: one path with one method. Routes, scopes, the description and the tests are all derived from a list of these. */
export interface ApiOperation {
  /** The name in generated clients, for example `listUsers`. */
  id: string
  method: ApiMethod
  /** Below /api/v1: `/users/{id}`. Names in braces stand for IDs. */
  path: string
  scope: ApiScope | null
  summary: string
  description: string
  /** The query parameters. Others are rejected. */
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The media type of a file in place of JSON. The operation reads it from the request; `body` only describes it. */
  bodyType?: string
  /** The schema of the response, which removes other fields; absent if the response has no content. */
  response?: z.ZodMiniType
  status: 200 | 201 | 204
  /** Error codes in addition to those of every operation. */
  problems: ProblemCode[]
  /** Whether a change ignores `If-Match`, because no response has the ETag of only the changed row. */
  isUnversioned?: true
  deprecation?: Deprecation
  /** A field of the response that is never stored: a request that is repeated with its `Idempotency-Key` gets null in its place. */
  secretField?: string
  handle: (context: ApiContext, input: Record<string, unknown>) => Promise<unknown>
}

interface TypedOperation<
  Path extends string,
  Query extends z.ZodMiniObject,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>
  extends
    Omit<ApiOperation, 'method' | 'path' | 'scope' | 'query' | 'body' | 'response' | 'status' | 'problems' | 'handle'>,
    Partial<Pick<ApiOperation, 'status' | 'problems'>> {
  query?: Query
  body?: Body
  response?: Answer
  handle: (context: ApiContext, input: ApiInput<Path, z.output<Query>, z.output<Body>>) => Promise<z.input<Answer>>
}

/**
 * Declares an operation, by default with status 200 and no further error codes. Its schemas type the input and the response.
 * @param call the method and the path, as in `GET /users/{id}`
 * @param scope the scope that a call requires; null if every valid key can call the operation
 */
export function operation<
  Path extends string,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(
  call: `${ApiMethod} ${Path}`,
  scope: ApiScope | null,
  typed: TypedOperation<Path, Query, Body, Answer>,
): ApiOperation {
  const [method, path] = call.split(' ')
  // The request handler calls the operation only with values that these schemas have parsed.
  return { method, path, scope, status: 200, problems: [], ...typed } as unknown as ApiOperation
}
