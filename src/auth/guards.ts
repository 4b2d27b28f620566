import { createMiddleware } from '@tanstack/react-start'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { guestContext, requireContext, requireSession } from './current-session.server.ts'
import type { Permission } from './permissions.ts'

/** For the few server functions that nobody has to sign in for; the handler hands `context.service` on to the rules. */
export const allowAnyone = createMiddleware({ type: 'function' }).server(({ next }) =>
  next({ context: { service: guestContext() } }),
)

/** Lets in whose role has the permission; the handler hands `context.service` on to the rules. */
export function requirePermission(permission: Permission) {
  return createMiddleware({ type: 'function' }).server(async ({ next }) =>
    next({ context: { service: await requireContext(permission) } }),
  )
}

/** For what could take an account from its owner, and for acting as one more person: not while acting as somebody. */
export const refuseWhileImpersonating = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const session = await requireSession()
  if (session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
  return next()
})

/** For what exists on a developer's machine only; anywhere else it is not there. */
export const requireLocalMode = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (!environment().isLocal) throw new AppError('NOT_FOUND')
  return next()
})
