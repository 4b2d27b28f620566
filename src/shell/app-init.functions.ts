import { createIsomorphicFn, createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { toAppError } from '#middleware/unforeseen.server.ts'
import { readAppInit } from './app-init.server.ts'

/** What the server decided about this visitor: language, settings of the environment, who is signed in. */
export const initializeApp = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .handler(() => readAppInit())

/** The same, without the way over the wire where the caller is on the server already. */
export const loadAppInit = createIsomorphicFn()
  .server(() => readAppInit().catch((error: unknown) => Promise.reject(toAppError(error))))
  .client(() => initializeApp())
