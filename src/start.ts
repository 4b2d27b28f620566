import { createStart } from '@tanstack/react-start'
import { appErrorAdapter, errorMiddleware } from '#middleware/error-middleware.ts'
import { fetchFunction } from '#middleware/fetch-function.ts'
import { refuseChangesInDemo } from '#middleware/refuse-changes-in-demo.ts'
import { refuseForeignChanges, refuseForeignReads } from '#middleware/refuse-foreign-calls.ts'

/**
 * The steps of a server function call: `fetchFunction` sends the call to the server, where it passes through
 * `src/http/handle-request.server.ts`, then this middleware, then the function's own guard, input check and handler.
 */
export const startInstance = createStart(() => ({
  serverFns: { fetch: fetchFunction },
  requestMiddleware: [refuseForeignChanges, refuseForeignReads],
  functionMiddleware: [errorMiddleware, refuseChangesInDemo],
  serializationAdapters: [appErrorAdapter],
}))
