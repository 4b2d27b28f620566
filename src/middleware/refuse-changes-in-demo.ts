import { createMiddleware } from '@tanstack/react-start'
import { refuseChangeInDemo } from './demo-gate.server.ts'

/** Every server function that changes something is refused in demo mode, those added later too. */
export const refuseChangesInDemo = createMiddleware({ type: 'function' }).server(({ next, method }) => {
  if (method !== 'GET') refuseChangeInDemo()
  return next()
})
