import { AppError } from '#lib/app-error.ts'
import type { Handler } from '#request/handler.ts'
import type { RequestContext } from '#request/request-context.server.ts'

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
