import { createCsrfMiddleware, createIsomorphicFn } from '@tanstack/react-start'
import { isCallOfProgram, isOurOrigin } from './same-origin.server.ts'

const ownOrigin = createIsomorphicFn()
  .server((named: string) => isOurOrigin(named))
  .client(() => true)

const isOfProgram = createIsomorphicFn()
  .server((request: Request) => isCallOfProgram(request))
  .client(() => false)

/** Refuses changes without proof that they come from this site, except those of programs without cookies. */
export const refuseForeignChanges = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method !== 'GET' && !isOfProgram(request),
  origin: ownOrigin,
  referer: false,
})

/**
 * Refuses reads that come from another site. Allows reads with neither Origin nor Sec-Fetch-Site, because over plain http
 * browsers send neither header, even to the same site.
 */
export const refuseForeignReads = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method === 'GET',
  origin: ownOrigin,
  referer: false,
  allowRequestsWithoutOriginCheck: true,
})
