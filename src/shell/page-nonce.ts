import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '#request/request-context.server.ts'

/** The nonce that inline scripts of this page carry; in the browser they have done their work already. */
export const pageNonce: () => string | undefined = createIsomorphicFn()
  .server(() => currentRequest().nonce)
  .client(() => undefined)
