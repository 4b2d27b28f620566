import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, refuseWhileImpersonating, requireScopedPermission } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { checkoutInput, portalInput } from './billing.schema.ts'
import * as billing from './billing.server.ts'

export const getBilling = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('billing:read')])
  .handler(({ context }) => billing.getBilling(context.service))

export const startCheckout = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('billing:manage'), refuseWhileImpersonating, refuseInDemo])
  .validator(validator(checkoutInput))
  .handler(({ data, context }) => billing.startCheckout(context.service, data))

export const openPortal = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('billing:manage'), refuseWhileImpersonating, refuseInDemo])
  .validator(validator(portalInput))
  .handler(({ context }) => billing.openPortal(context.service))
