import { AppError, isErrorCode } from './app-error.ts'
import { textParameter } from './search-text.ts'

/** The failure of a form that was sent without JavaScript, as the request handler writes it into the URL it sends the browser back to. */
export function failureInUrl(search: { error?: unknown; wait?: unknown }): AppError | undefined {
  if (!isErrorCode(search.error)) return undefined
  const wait = textParameter(search.wait)
  return new AppError(search.error, /^\d{1,6}$/.test(wait) ? { retryAfterSeconds: Number(wait) } : {})
}
