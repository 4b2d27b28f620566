import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { fetchFunction } from '#middleware/fetch-function.ts'
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
  serverFns: { fetch: fetchFunction },
}))
