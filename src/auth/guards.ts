import { createMiddleware } from '@tanstack/react-start'
import { findSandbox } from '#db/sandbox.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { currentBrowserContext, requireContext, requireSession } from './current-session.server.ts'
import type { Permission } from './permissions.ts'
import { requireScopedContext } from './scoped-context.server.ts'

/** Allows all callers, also without sign-in. The handler passes `context.service` to the service. */
export const allowAnyone = createMiddleware({ type: 'function' }).server(({ next }) =>
  next({ context: { service: currentBrowserContext() } }),
)

/** Returns the handler of a server function: it calls `run` with the guard's context and the checked input. */
export function serve<Context, Input, Result>(run: (context: Context, input: Input) => Result) {
  return ({ context, data }: { context: { service: Context }; data: Input }): Result => run(context.service, data)
}

/** Requires a permission of the caller's role; the handler passes `context.service` to the service. */
export function requirePermission(permission: Permission) {
  return createMiddleware({ type: 'function' }).server(async ({ next }) =>
    next({ context: { service: await requireContext(permission) } }),
  )
}

/** Requires a permission for rows of the owner that `requireScopedContext` determines; the owner is in `context.service`. */
export function requireScopedPermission(permission: Permission) {
  return createMiddleware({ type: 'function' }).server(async ({ next, data }) =>
    next({ context: { service: await requireScopedContext(permission, data) } }),
  )
}

/** Refuses a call during an impersonation. Guards actions that could take over the account, or start a second impersonation. */
export const refuseWhileImpersonating = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const session = await requireSession()
  if (session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
  return next()
})

/** Refuses a call in a demo or sandbox. Guards actions that send requests to other servers, or add keys or passkeys. */
export const refuseInDemo = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (environment().demoMode) throw new AppError('DEMO_LEAVES_OUT')
  return next()
})

/** Requires local mode; in any other mode the call fails with NOT_FOUND. */
export const requireLocalMode = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (!environment().isLocal) throw new AppError('NOT_FOUND')
  return next()
})

/** Requires an environment where mail only goes to the built-in inbox: local mode or a visitor's own sandbox. */
export const requireBuiltInInbox = createMiddleware({ type: 'function' }).server(({ next }) => {
  if (!environment().isLocal && !findSandbox()) throw new AppError('NOT_FOUND')
  return next()
})
