import { AppError } from '#lib/app-error.ts'

/** An error as JSON: its code and what callers may know, with the right status. Never a message. */
export function errorResponse(error: unknown): Response {
  const { code, details, status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  const headers =
    details.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(details.retryAfterSeconds) }
  return Response.json({ code, ...details }, { status, headers })
}
