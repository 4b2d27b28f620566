import { queryOptions } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { readAppInit } from './app-init.server.ts'

// On the server without the way over the wire; in the browser what calls a server function is loaded with the first call.
const loadAppInit = createIsomorphicFn()
  .server(() => readAppInit().catch((error: unknown) => Promise.reject(toAppError(error))))
  .client(() => import('./app-init.functions.ts').then(({ initializeApp }) => initializeApp()))

/** The query for what the server decided about this visitor; asked once, and again after whatever changes it. */
export const appInitQuery = queryOptions({ queryKey: ['app-init'], queryFn: () => loadAppInit() })
