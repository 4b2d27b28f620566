import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { allowStale } from '#service/service-context.server.ts'
import * as owners from './owners.server.ts'

export const listOwners = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .handler(({ context }) => allowStale(context.service, owners.listOwners, undefined))
