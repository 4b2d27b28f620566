import { AppError } from '#lib/app-error.ts'

/** The pages there are for what went wrong. */
export type PageError = '403' | '404' | '500' | '503'

/** The page for a failure, whatever was thrown. */
export function pageErrorFor(error: unknown): PageError {
  const { status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  if (status === 401 || status === 403) return '403'
  if (status === 404) return '404'
  return status === 503 ? '503' : '500'
}
