import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { allowStale } from '#service/service-context.server.ts'
import * as owners from './owners.server.ts'

export const listOwners = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validator(idInput))
  .handler(({ context, data }) => allowStale(context.service, owners.listOwners, data))
