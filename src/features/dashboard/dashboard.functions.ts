import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { allowStale } from '#service/service-context.server.ts'
import { validator } from '#lib/validator.ts'
import { dashboardInput } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.server.ts'

/** Reads everything the dashboard shows. */
export const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validator(dashboardInput))
  .handler(({ data, context }) => allowStale(context.service, readDashboard, data))
