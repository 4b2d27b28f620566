import { createIsomorphicFn } from '@tanstack/react-start'
import { setResponseStatus } from '@tanstack/react-start/server'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentRequest } from '#request/request-context.server.ts'

/** The nonce that inline scripts of this page carry; in the browser they have done their work already. */
export const pageNonce: () => string | undefined = createIsomorphicFn()
  .server(() => currentRequest().nonce)
  .client(() => undefined)

/** The address of the product, without a path. */
export const siteOrigin: () => string = createIsomorphicFn()
  .server(() => environment().appUrl)
  .client(() => location.origin)

/** Sets the HTTP status of the page being rendered; in the browser it has come already. */
export const setPageStatus: (status: number) => void = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status))
  .client(() => undefined)

/** The pages for failures, by HTTP status. */
export type PageError = '403' | '404' | '500' | '503'

/** The page for a failure, whatever was thrown. */
export function pageErrorFor(error: unknown): PageError {
  const { status } = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  if (status === 401 || status === 403) return '403'
  if (status === 404) return '404'
  return status === 503 ? '503' : '500'
}
