import * as z from 'zod/mini'
import { createServerFn } from '@tanstack/react-start'
import { refuseBeyondDemo, requireScopedPermission } from '#auth/guards.ts'
import { idField } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as health from './link-health.server.ts'

const input = z.object({ id: idField })

export const getLinkHealth = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(input))
  .handler(({ data, context }) => health.getLinkHealth(context.service, data))

export const checkLink = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:update'), refuseBeyondDemo])
  .validator(validate(input))
  .handler(({ data, context }) => health.checkLink(context.service, data))
