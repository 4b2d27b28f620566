import { AppError } from '#lib/app-error.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import type { Handler } from '#request/request-context.server.ts'
import { errorResponse } from './error-response.server.ts'
import { isUnderApi } from './server-function-handler.server.ts'
import { acceptsHtml, type RefusalPage } from './shed-load.server.ts'

/** Creates the handler that converts errors of later handlers: for page requests to an error page, else to the error code. */
export function errorHandler(refusalPage: RefusalPage): Handler {
  return async (request, context, next) => {
    try {
      return await next(request)
    } catch (error) {
      const failure = toAppError(error)
      const isRead = acceptsHtml(context) && !isUnderApi(context.url.pathname)
      return isRead && failure instanceof AppError ? refusalPage(context.language, failure) : errorResponse(failure)
    }
  }
}
