import { createIsomorphicFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'

/** Returns the nonce of this page's inline scripts; undefined in the browser, where they have already run. */
export const pageNonce: () => string | undefined = createIsomorphicFn()
  .server(() => currentRequest().nonce)
  .client(() => undefined)

/** Returns the address of the product, without a path. */
export const siteOrigin: () => string = createIsomorphicFn()
  .server(() => environment().appUrl)
  .client(() => location.origin)

/** Sets the HTTP status of the page being rendered; does nothing in the browser, which has already received it. */
export const setPageStatus: (status: number) => void = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status))
  .client(() => undefined)

/** The error pages, by HTTP status. */
export type ErrorPageStatus = '403' | '404' | '500' | '503'

/** Returns the error page for any thrown value. */
export function pageErrorFor(error: unknown): ErrorPageStatus {
  const { status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  if (status === 401 || status === 403) return '403'
  if (status === 404) return '404'
  return status === 503 ? '503' : '500'
}
