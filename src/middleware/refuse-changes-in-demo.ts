import { createMiddleware } from '@tanstack/react-start'
import { announceDemoRefusal } from '#lib/browser.ts'
import { refuseChangeInDemo } from './demo-gate.server.ts'

/** Refuses all server functions except GET in the read-only demo, so that none has to check it. The browser explains why. */
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
