import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { database } from '#db/client.ts'
import { readDashboard } from './dashboard.server.ts'

/** Everything the dashboard shows. */
export const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .handler(() => readDashboard(database()))
