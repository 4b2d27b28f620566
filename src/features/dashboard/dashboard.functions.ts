import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { mayBeStale } from '#service/service-context.server.ts'
import { validate } from '#lib/validate.ts'
import { dashboardInput } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.server.ts'

/** Reads everything the dashboard shows. */
export const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(dashboardInput))
  .handler(({ data, context }) => mayBeStale(context.service, readDashboard, data))
