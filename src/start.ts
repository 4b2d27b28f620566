import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { fetchFunction } from '#middleware/fetch-function.ts'
import { isOurOrigin } from '#middleware/our-origin.ts'
import { refuseChangesInDemo } from '#middleware/refuse-changes-in-demo.ts'
import { appErrorAdapter, errorMiddleware } from '#middleware/error-middleware.ts'

const refuseForeignChanges = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method !== 'GET',
  origin: isOurOrigin,
  referer: false,
})

// Over plain http browsers send neither Origin nor Sec-Fetch-Site with a read, not even to the page's own site.
const refuseForeignReads = createCsrfMiddleware({
  filter: ({ handlerType, request }) => handlerType === 'serverFn' && request.method === 'GET',
  origin: isOurOrigin,
  referer: false,
  allowRequestsWithoutOriginCheck: true,
})

/** What every call of a server function passes through, in this order, before its own guard, input check and handler. */
export const startInstance = createStart(() => ({
  serializationAdapters: [appErrorAdapter],
  requestMiddleware: [refuseForeignChanges, refuseForeignReads],
  functionMiddleware: [errorMiddleware, refuseChangesInDemo],
  serverFns: { fetch: fetchFunction },
}))
