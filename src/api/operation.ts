import type * as z from 'zod/mini'
import type { ApiScope } from '#auth/api-scopes.ts'
import type { AdministratorContext } from '#service/service-context.server.ts'
import type { ProblemCode } from './problem.server.ts'

/** The context of what a program asks for: its owner acts, and making the key was the fresh sign-in. */
export interface ApiContext extends AdministratorContext {
  /** The key, by which searches of one caller wait for each other. */
  session: { id: string }
  request: { signal: AbortSignal }
  /** Stops what takes another permission than the operation itself. @throws {ApiProblem} INSUFFICIENT_SCOPE */
  requireScope: (scope: ApiScope) => void
  /**
   * Stops a change of what is no longer as the caller has read it, where they say how that was; `now` is what reading it would
   * answer. To be called with the row held. @throws {ApiProblem} PRECONDITION_FAILED
   */
  requireMatch: (answer: z.ZodMiniType, now: unknown) => void
}

/** What a call is given: the id of its path, its query and its body. */
interface ApiInput<Query, Body> {
  id: string
  query: Query
  body: Body
}

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An operation: one path with one method. Routes, scopes, the description and the tests are all made from a list of these. */
export interface ApiOperation {
  /** For generated clients: `listUsers`. */
  id: string
  method: ApiMethod
  /** Below /api/v1: `/users/{id}`. */
  path: string
  scope: ApiScope
  summary: string
  description?: string
  /** None that is not here is let through. */
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** What it answers, and nothing besides; absent for no content. */
  answer?: z.ZodMiniType
  status: 200 | 201 | 204
  /** What it is refused for beyond what all are. */
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
  // The request handler calls it with what these very schemas made.
  return typed as unknown as ApiOperation
}
