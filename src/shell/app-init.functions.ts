import { createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { readAppInit } from './app-init.server.ts'

/** Asks for what the server decided about this visitor: language, settings of the environment, who is signed in. */
export const initializeApp = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .handler(() => readAppInit())
