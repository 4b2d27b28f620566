import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { mayBeStale } from '#service/service-context.server.ts'
import * as owners from './owners.server.ts'

export const listOwners = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .handler(({ context }) => mayBeStale(context.service, owners.listOwners, undefined))
