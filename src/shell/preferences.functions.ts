import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'

/** Saves this browser's preferences in the account. The guard's session look-up synchronizes them, so it does nothing else. */
export const keepPreferences = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(() => undefined)
