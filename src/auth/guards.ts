import { createMiddleware } from '@tanstack/react-start'
import { findSandbox } from '#db/sandbox.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { guestContext, requireContext, requireSession } from './current-session.server.ts'
import type { Permission } from './permissions.ts'
import { requireScopedContext } from './scoped-context.server.ts'

/** Lets in everybody, for the few functions without sign-in; the handler hands `context.service` on to the rules. */
export const allowAnyone = createMiddleware({ type: 'function' }).server(({ next }) =>
  next({ context: { service: guestContext() } }),
)

/** Lets in whose role has the permission; the handler hands `context.service` on to the rules. */
export function requirePermission(permission: Permission) {
  return createMiddleware({ type: 'function' }).server(async ({ next }) =>
    next({ context: { service: await requireContext(permission) } }),
  )
}

/**
 * Lets in who may do it with the rows of the owner that the call is about, by its `area` and `organization`; the rules find
 * that owner in `context.service`.
 */
export function requireScopedPermission(permission: Permission) {
  return createMiddleware({ type: 'function' }).server(async ({ next, data }) =>
    next({ context: { service: await requireScopedContext(permission, data) } }),
  )
}

/** Refuses, while acting as somebody, what could take an account from its owner, and acting as one more person. */
export const refuseWhileImpersonating = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const session = await requireSession()
  if (session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
  return next()
})

/** Refuses in a demo what would reach beyond it, also in the visitor's own sandbox: calls to the outside, and keys that outlive it. */
export const refuseBeyondDemo = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (environment().demoMode) throw new AppError('DEMO_LEAVES_OUT')
  return next()
})

/** Lets in local mode only; anywhere else the function is not there. */
export const requireLocalMode = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (!environment().isLocal) throw new AppError('NOT_FOUND')
  return next()
})

/** Lets in where mail goes no further than an inbox of the product's own: in local mode, and in a visitor's own sandbox. */
export const requireInbox = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (!environment().isLocal && !findSandbox()) throw new AppError('NOT_FOUND')
  return next()
})
