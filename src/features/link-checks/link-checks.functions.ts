import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requireScopedPermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as health from './link-health.server.ts'

export const getLinkHealth = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(idInput))
  .handler(serve(health.getLinkHealth))

export const checkLink = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:update'), refuseInDemo])
  .validator(validate(idInput))
  .handler(serve(health.checkLink))
