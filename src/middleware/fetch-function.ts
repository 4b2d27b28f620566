import { AppError, findAppErrorIn } from '#lib/app-error.ts'

/**
 * The browser's way to a server function, marked with `createServerFn` in the query.
 * @throws {AppError} what the request handler answered before the function was reached, which the framework would take for a
 * result; NO_CONNECTION when nothing answered
 */
export async function fetchFunction(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const marked = new URL(url instanceof Request ? url.url : url, window.location.origin)
  marked.searchParams.set('createServerFn', '')
  const response = await fetch(marked, init).catch((error: unknown) => {
    throw init?.signal?.aborted ? error : new AppError('NO_CONNECTION')
  })
  if (response.ok || response.headers.has('x-tss-serialized')) return response
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const refused = findAppErrorIn(answer)
  if (refused) throw refused
  return response
}
