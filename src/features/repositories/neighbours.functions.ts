import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import * as neighbours from './neighbours.server.ts'
import { neighboursInput } from './repositories.schema.ts'

export const getNeighbours = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validator(neighboursInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => neighbours.getNeighbours(service, data)),
  )
