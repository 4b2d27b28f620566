import { AppError, findAppErrorIn } from '#lib/app-error.ts'

/** By then the answer that brings a new token is here, in milliseconds. */
const EXCHANGE_MS = 500

/**
 * The browser's way to a server function, marked with `createServerFn` in the query.
 * @throws {AppError} what the request handler answered before the function was reached, which the framework would take for a
 * result; NO_CONNECTION when nothing answered
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
    if (response.status !== 401) return response
    // Refused by the function's guard, so nothing was done: the session may have got a new token while the call was under way.
    await new Promise((resolve) => setTimeout(resolve, EXCHANGE_MS))
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
