import { createStart } from '@tanstack/react-start'
import { appErrorAdapter, errorMiddleware } from '#middleware/error-middleware.ts'
import { fetchFunction } from '#middleware/fetch-function.ts'
import { refuseChangesInDemo } from '#middleware/refuse-changes-in-demo.ts'
import { refuseForeignChanges, refuseForeignReads } from '#middleware/refuse-foreign-calls.ts'

/**
 * The way of a server function, from top to bottom: `fetchFunction` takes the call to the server, where it passes
 * `src/http/handle-request.server.ts`; then come these, then the function's own guard, input check and handler.
 */
export const startInstance = createStart(() => ({
  serverFns: { fetch: fetchFunction },
  requestMiddleware: [refuseForeignChanges, refuseForeignReads],
  functionMiddleware: [errorMiddleware, refuseChangesInDemo],
  serializationAdapters: [appErrorAdapter],
}))
