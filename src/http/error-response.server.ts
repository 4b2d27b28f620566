import { AppError, type AppErrorDetails } from '#lib/app-error.ts'

/**
 * Returns an error as JSON: the code, the public details and the HTTP status, but never the message of the error itself.
 * @param message a text for users about the error
 */
export function errorResponse(error: unknown, message?: string): Response {
  const { code, details, status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  return Response.json(
    { code, ...(message !== undefined && { message }), ...details },
    { status, headers: retryAfterHeader(details) },
  )
}

/** Returns METHOD_NOT_ALLOWED with the allowed methods in the Allow header. */
export function methodNotAllowed(methods: string[]): Response {
  const response = errorResponse(new AppError('METHOD_NOT_ALLOWED'))
  response.headers.set('Allow', methods.join(', '))
  return response
}

/** Returns the Retry-After header of a temporary error; no header for other errors. */
export function retryAfterHeader({ retryAfterSeconds }: AppErrorDetails): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
}
