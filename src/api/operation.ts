import type * as z from 'zod/mini'
import type { ApiScope } from './api-scopes.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import type { ProblemCode } from './problem.server.ts'

/** The context of an API call. The actor is the owner of the key. Creating the key counts as recent authentication. */
export interface ApiContext extends AdministratorContext {
  /** The ID is that of the API key, not of a session: the number of concurrent searches is limited for each ID. */
  session: { id: string }
  request: { signal: AbortSignal }
  /** The scopes of the key that its owner's role permits. */
  scopes: readonly ApiScope[]
  /** Requires a scope in addition to that of the operation. @throws {ApiProblem} INSUFFICIENT_SCOPE */
  requireScope: (scope: ApiScope) => void
  /**
   * Rejects a change if the caller's If-Match header names an older version of the row. `now` is the response that
   * reading the row would return now. Call with the row locked.
   * @throws {ApiProblem} PRECONDITION_FAILED
   */
  requireMatch: (answer: z.ZodMiniType, now: unknown) => void
}

/** Input of a call: the `id` in the path, the query parameters and the body. */
interface ApiInput<Query, Body> {
  id: string
  query: Query
  body: Body
}

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An operation: one path with one method. Routes, scopes, the description and the tests are all made from a list of these. */
export interface ApiOperation {
  /** The name in generated clients, for example `listUsers`. */
  id: string
  method: ApiMethod
  /** Below /api/v1: `/users/{id}`. */
  path: string
  /** The scope that a call requires; null if every valid key may call the operation. */
  scope: ApiScope | null
  summary: string
  description: string
  /** The query parameters. Others are rejected. */
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The schema of the response, which removes other fields; absent if the response has no content. */
  response?: z.ZodMiniType
  status: 200 | 201 | 204
  /** Error codes in addition to those of every operation. */
  problems: ProblemCode[]
  handle: (context: ApiContext, input: ApiInput<unknown, unknown>) => Promise<unknown>
}

interface TypedOperation<Query extends z.ZodMiniObject, Body extends z.ZodMiniType, Answer extends z.ZodMiniType>
  extends
    Omit<ApiOperation, 'query' | 'body' | 'response' | 'status' | 'problems' | 'handle'>,
    Partial<Pick<ApiOperation, 'status' | 'problems'>> {
  query?: Query
  body?: Body
  response?: Answer
  handle: (context: ApiContext, input: ApiInput<z.output<Query>, z.output<Body>>) => Promise<z.input<Answer>>
}

/** Declares an operation, by default with status 200 and no own error codes. The types of input and response follow from its schemas. */
export function operation<
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(typed: TypedOperation<Query, Body, Answer>): ApiOperation {
  // The request handler calls the operation only with values that these schemas have parsed.
  return { status: 200, problems: [], ...typed } as unknown as ApiOperation
}
