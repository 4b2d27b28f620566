import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { readDashboard } from './dashboard.server.ts'

/** Reads everything the dashboard shows. */
export const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .handler(({ context }) => readDashboard(context.service))
