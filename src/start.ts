import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { isOurOrigin } from '#middleware/our-origin.ts'
import { refuseChangesInDemo } from '#middleware/refuse-changes-in-demo.ts'
import { appErrorAdapter, translateErrors } from '#middleware/translate-errors.ts'

const refuseForeignSites = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  origin: isOurOrigin,
  referer: false,
})

/** What every call of a server function passes through, in this order, before its own guard, input check and handler. */
export const startInstance = createStart(() => ({
  serializationAdapters: [appErrorAdapter],
  requestMiddleware: [refuseForeignSites],
  functionMiddleware: [translateErrors, refuseChangesInDemo],
  serverFns: { fetch: fetchWithMarker },
}))

/** SPEC section 7: calls of server functions are marked in the query. */
function fetchWithMarker(url: string | URL | Request, init?: RequestInit) {
  const marked = new URL(url instanceof Request ? url.url : url, window.location.origin)
  marked.searchParams.set('createServerFn', '')
  return fetch(marked, init)
}
