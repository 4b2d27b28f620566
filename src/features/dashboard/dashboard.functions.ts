import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { database } from '#db/client.ts'
import { readFigures } from './dashboard.server.ts'

/** The figures of the dashboard. */
export const getFigures = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .handler(() => readFigures(database()))
