import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { allowStale } from '#service/service-context.server.ts'
import * as home from './home.server.ts'

export const getHome = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .handler(({ context }) => allowStale(context.service, home.getHome, undefined))
