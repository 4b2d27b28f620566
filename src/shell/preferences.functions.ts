import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'

/** Saves this browser's preferences in the account. The guard's session look-up does this, so the function itself is empty. */
export const savePreferences = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(() => undefined)
