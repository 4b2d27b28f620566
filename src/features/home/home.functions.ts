import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { mayBeStale } from '#service/service-context.server.ts'
import * as home from './home.server.ts'

export const getHome = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .handler(({ context }) => mayBeStale(context.service, home.getHome, undefined))
