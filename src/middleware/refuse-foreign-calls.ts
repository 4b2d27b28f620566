import { createCsrfMiddleware, createIsomorphicFn } from '@tanstack/react-start'
import { isCallOfProgram, isOurOrigin } from './same-origin.server.ts'

const isOwnOrigin = createIsomorphicFn()
  .server((named: string) => isOurOrigin(named))
  .client(() => true)

const isProgramCall = createIsomorphicFn()
  .server((request: Request) => isCallOfProgram(request))
  .client(() => false)

/** Refuses changes without proof that they come from this site, except those of programs without cookies. */
export const refuseForeignChanges = createCsrfMiddleware({
  filter: ({ handlerType, request }) =>
    handlerType === 'serverFn' && request.method !== 'GET' && !isProgramCall(request),
  origin: isOwnOrigin,
  referer: false,
})

/**
 * Refuses reads that come from another site. Allows reads with neither Origin nor Sec-Fetch-Site, because over plain http
 * browsers send neither header, even to the same site.
 */
export const refuseForeignReads = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method === 'GET',
  origin: isOwnOrigin,
  referer: false,
  allowRequestsWithoutOriginCheck: true,
})
