import { AppError, type AppErrorDetails } from '#lib/app-error.ts'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import type { Next } from '#request/handler.ts'

/** Step: answers with the code of whatever the steps after it throw. */
export async function mapErrors(request: Request, _context: RequestContext, next: Next): Promise<Response> {
  try {
    return await next(request)
  } catch (error) {
    return errorResponse(toAppError(error))
  }
}

/** An error as JSON: its code and what callers may know, with the right status. Never a message. */
export function errorResponse(error: unknown): Response {
  const { code, details, status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  return Response.json({ code, ...details }, { status, headers: retryAfter(details) })
}

/** The answer METHOD_NOT_ALLOWED, with the methods that are allowed. */
export function methodNotAllowed(methods: string[]): Response {
  const response = errorResponse(new AppError('METHOD_NOT_ALLOWED'))
  response.headers.set('Allow', methods.join(', '))
  return response
}

/** The Retry-After header of an error that passes with time; no header for others. */
export function retryAfter({ retryAfterSeconds }: AppErrorDetails): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
}
