import { AppError } from '#lib/app-error.ts'
import type { RequestContext, Handler } from '#request/request-context.server.ts'

/** The framework's part of the app, which renders pages and runs server functions. */
export type FrameworkHandler = (request: Request) => Response | Promise<Response>

/** Runs a handler and all handlers after it, and returns the response. */
export type Pipeline = (request: Request, context: RequestContext) => Promise<Response>

/**
 * Creates one pipeline from handlers in order.
 * @throws {AppError} NOT_FOUND (at request time) if no handler returns a response
 */
export function pipeline(handlers: Handler[]): Pipeline {
  return handlers.reduceRight<Pipeline>(
    (rest, handler) => async (request, context) => handler(request, context, (passed) => rest(passed, context)),
    () => Promise.reject(new AppError('NOT_FOUND')),
  )
}
