import { createCsrfMiddleware, createIsomorphicFn } from '@tanstack/react-start'
import { isOurOrigin } from './same-origin.server.ts'

const origin = createIsomorphicFn()
  .server((named: string) => isOurOrigin(named))
  .client(() => true)

/** Refuses changes that do not say that they come from this site. */
export const refuseForeignChanges = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method !== 'GET',
  origin,
  referer: false,
})

/**
 * Refuses reads that say that they come from elsewhere. Over plain http browsers send neither Origin nor Sec-Fetch-Site
 * with a read, not even to the page's own site.
 */
export const refuseForeignReads = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method === 'GET',
  origin,
  referer: false,
  allowRequestsWithoutOriginCheck: true,
})
