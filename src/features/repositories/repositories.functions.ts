import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import {
  newRepositoryInput,
  repositoryFilter,
  repositoryListInput,
  repositoryUpdateInput,
} from './repositories.schema.ts'
import * as repositories from './repositories.server.ts'

export const listRepositories = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(repositoryListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, async (service) =>
      repositories.withoutApiOnlyFields(await repositories.listRepositories(service, data)),
    ),
  )

export const getRepositoryCount = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(repositoryFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => repositories.countRepositories(service, data)),
  )

export const getRepository = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => repositories.getRepository(context.service, data))

export const createRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:create')])
  .validator(validate(newRepositoryInput))
  .handler(({ data, context }) => repositories.createRepository(context.service, data))

export const updateRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:update')])
  .validator(validate(repositoryUpdateInput))
  .handler(({ data, context }) => repositories.updateRepository(context.service, data))

export const deleteRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:delete')])
  .validator(validate(idInput))
  .handler(({ data, context }) => repositories.deleteRepository(context.service, data))

export const restoreRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:delete')])
  .validator(validate(idInput))
  .handler(({ data, context }) => repositories.restoreRepository(context.service, data))
