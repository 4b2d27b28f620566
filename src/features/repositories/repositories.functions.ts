import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission, serve } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import {
  newRepositoryInput,
  repositoryFilter,
  repositoryIdInput,
  repositoryListInput,
  repositoryUpdateInput,
} from './repositories.schema.ts'
import * as repositories from './repositories.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requireScopedPermission('repository:read')])
const deleting = createServerFn({ method: 'POST' }).middleware([requireScopedPermission('repository:delete')])

export const listRepositories = reading()
  .validator(validator(repositoryListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, async (service) =>
      repositories.withoutApiOnlyFields(await repositories.listRepositories(service, data)),
    ),
  )

export const getRepositoryCount = reading()
  .validator(validator(repositoryFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => repositories.countRepositories(service, data)),
  )

export const getRepository = reading().validator(validator(idInput)).handler(serve(repositories.getRepository))

export const createRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:create')])
  .validator(validator(newRepositoryInput))
  .handler(serve(repositories.createRepository))

export const updateRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:update')])
  .validator(validator(repositoryUpdateInput))
  .handler(serve(repositories.updateRepository))

export const deleteRepository = deleting()
  .validator(validator(repositoryIdInput))
  .handler(serve(repositories.deleteRepository))

export const restoreRepository = deleting()
  .validator(validator(repositoryIdInput))
  .handler(serve(repositories.restoreRepository))
