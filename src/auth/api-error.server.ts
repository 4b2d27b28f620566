import { APIError } from 'better-auth/api'
import { AppError } from '#lib/app-error.ts'

/** What better-auth answers with for a failure of ours. */
export function toApiError(error: AppError): APIError {
  const { retryAfterSeconds } = error.details
  const headers: HeadersInit = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return new APIError(error.status as 400, { code: error.code, ...error.details }, headers)
}

/** Runs work within better-auth, which would answer an AppError with 500. */
export async function asApiError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? toApiError(error) : error
  }
}
