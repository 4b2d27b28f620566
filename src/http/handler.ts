import { AppError } from '#lib/app-error.ts'
import type { RequestContext } from '#request/request-context.server.ts'

/** A step on the way of a request: answers by itself, or has the steps after it answer by calling `next`. */
export type Handler = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** Hands a request on to the next step, and gives back its answer. */
export type Next = (request: Request) => Promise<Response>

/** The framework's part of the app, which renders pages and runs server functions. */
export type App = (request: Request) => Response | Promise<Response>

/** Answers a request by what stands behind it: a step and all that come after. */
export type Pipeline = (request: Request, context: RequestContext) => Promise<Response>

/**
 * Makes one way of steps that stand in order.
 * @throws {AppError} NOT_FOUND, while a request is answered, when no step answers it
 */
export function pipeline(steps: Handler[]): Pipeline {
  return steps.reduceRight<Pipeline>(
    (rest, step) => async (request, context) => step(request, context, (passed) => rest(passed, context)),
    () => Promise.reject(new AppError('NOT_FOUND')),
  )
}
