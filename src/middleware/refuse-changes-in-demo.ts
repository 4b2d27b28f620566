import { createMiddleware } from '@tanstack/react-start'
import { announceDemoRefusal } from '#lib/demo-signal.ts'
import { refuseChangeInDemo } from './demo-gate.server.ts'

/** Every server function that changes something is refused in demo mode, those added later too; the browser explains why. */
export const refuseChangesInDemo = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      announceDemoRefusal(error)
      throw error
    }
  })
  .server(({ next, method }) => {
    if (method !== 'GET') refuseChangeInDemo()
    return next()
  })
