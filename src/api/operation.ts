import type * as z from 'zod/mini'
import type { ApiScope } from './api-scopes.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import type { ProblemCode } from './problem.server.ts'

/** The context of an API call. The owner of the key acts, and creating the key counts as recent authentication. */
export interface ApiContext extends AdministratorContext {
  /** The key, by which searches of one caller wait for each other. */
  session: { id: string }
  request: { signal: AbortSignal }
  /** Stops what takes another permission than the operation itself. @throws {ApiProblem} INSUFFICIENT_SCOPE */
  requireScope: (scope: ApiScope) => void
  /**
   * Rejects a change of a row that has changed since the caller read it, if the caller sent If-Match; `now` is the current
   * response of reading it. Must be called with the row locked. @throws {ApiProblem} PRECONDITION_FAILED
   */
  requireMatch: (answer: z.ZodMiniType, now: unknown) => void
}

/** Input of a call: the id of its path, its query and its body. */
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
  scope: ApiScope
  summary: string
  description: string
  /** The query parameters. Others are rejected. */
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The response; other fields are removed. Absent if there is no content. */
  answer?: z.ZodMiniType
  status: 200 | 201 | 204
  /** Error codes in addition to those of every operation. */
  problems: ProblemCode[]
  handle: (context: ApiContext, input: ApiInput<unknown, unknown>) => Promise<unknown>
}

interface TypedOperation<
  Query extends z.ZodMiniObject,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
> extends Omit<ApiOperation, 'query' | 'body' | 'answer' | 'handle'> {
  query?: Query
  body?: Body
  answer?: Answer
  handle: (context: ApiContext, input: ApiInput<z.output<Query>, z.output<Body>>) => Promise<z.input<Answer>>
}

/** Ties the input and the answer of an operation to its schemas. */
export function operation<
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(typed: TypedOperation<Query, Body, Answer>): ApiOperation {
  // The request handler calls it with values that these schemas have parsed.
  return typed as unknown as ApiOperation
}
