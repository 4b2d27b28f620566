import { createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { readAppInit } from './app-init.server.ts'

/** Returns the initial data for this visitor: language, settings of the environment, signed-in user. */
export const initializeApp = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .handler(() => readAppInit())
