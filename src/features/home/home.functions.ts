import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { readLate } from '#db/late-reads.ts'
import * as home from './home.server.ts'

export const getHome = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .handler(({ context }) => readLate((db) => home.getHome({ ...context.service, db })))
