import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requireScopedPermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as health from './link-health.server.ts'

export const getLinkHealth = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validator(idInput))
  .handler(serve(health.getLinkHealth))

export const checkLink = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:update'), refuseInDemo])
  .validator(validator(idInput))
  .handler(serve(health.checkLink))
