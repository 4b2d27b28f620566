import { queryOptions } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { toAppError } from '#middleware/unexpected-errors.server.ts'
import { readAppInit } from './app-init.server.ts'

// The server reads the data without a request. The browser loads the code for calling server functions at the first call.
const loadAppInit = createIsomorphicFn()
  .server(() => readAppInit().catch((error: unknown) => Promise.reject(toAppError(error))))
  .client(() => import('./app-init.functions.ts').then(({ initializeApp }) => initializeApp()))

/** The query for the initial data of this visitor; fetched once, and again after every action that changes it. */
export const appInitQuery = queryOptions({ queryKey: ['app-init'], queryFn: () => loadAppInit() })
