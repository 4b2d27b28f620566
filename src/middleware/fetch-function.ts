import { reauthenticateIfAsked } from '#lib/reauthentication.ts'
import { AppError, findAppErrorIn } from '#lib/app-error.ts'

/** Milliseconds before a retry, so that the response of a concurrent call can set the new session token. */
const TOKEN_EXCHANGE_DELAY_MS = 500

/**
 * Calls a server function from the browser, marked with `createServerFn` in the query. If the call is refused because the sign-in
 * is too old, the user authenticates again and the call is retried; if the user cancels, the refusal is returned.
 * @throws {AppError} the request handler's error, which the framework would take for a result; NO_CONNECTION without a response
 */
export async function fetchFunction(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const marked = new URL(url instanceof Request ? url.url : url, window.location.origin)
  marked.searchParams.set('createServerFn', '')
  const send = () =>
    fetch(marked, init).catch((error: unknown) => {
      throw init?.signal?.aborted ? error : new AppError('NO_CONNECTION')
    })
  let response = await send()
  if (response.headers.has('x-tss-serialized')) {
    // The function's guard refused, so nothing was changed. Retry, because another call might have replaced the session token.
    if (response.status === 401) await new Promise((resolve) => setTimeout(resolve, TOKEN_EXCHANGE_DELAY_MS))
    else if (!(await reauthenticateIfAsked(response))) return response
    response = await send()
  }
  if (response.ok || response.headers.has('x-tss-serialized')) return response
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const refused = findAppErrorIn(answer)
  if (refused) throw refused
  return response
}
