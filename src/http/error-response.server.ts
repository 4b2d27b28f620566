import { AppError, type AppErrorDetails } from '#lib/app-error.ts'

/** An error as JSON: its code and what callers may know, with the right status. Never a message. */
export function errorResponse(error: unknown): Response {
  const { code, details, status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  return Response.json({ code, ...details }, { status, headers: retryAfter(details) })
}

/** METHOD_NOT_ALLOWED, with the methods that are. */
export function methodNotAllowed(methods: string[]): Response {
  const response = errorResponse(new AppError('METHOD_NOT_ALLOWED'))
  response.headers.set('Allow', methods.join(', '))
  return response
}

/** The Retry-After header of an error that passes with time; no header for others. */
export function retryAfter({ retryAfterSeconds }: AppErrorDetails): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
}
