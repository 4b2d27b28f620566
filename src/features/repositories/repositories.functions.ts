import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import {
  repositoryCountInput,
  repositoryFields,
  repositoryIdInput,
  repositoryListInput,
  repositoryUpdateInput,
} from './repositories.schema.ts'
import * as repositories from './repositories.server.ts'

export const listRepositories = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(repositoryListInput))
  .handler(({ data, context }) => repositories.listRepositories(context.service, data))

export const getRepositoryCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(repositoryCountInput))
  .handler(({ data, context }) => repositories.countRepositories(context.service, data))

export const getRepository = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(repositoryIdInput))
  .handler(({ data, context }) => repositories.getRepository(context.service, data))

export const createRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:create')])
  .validator(validate(repositoryFields))
  .handler(({ data, context }) => repositories.createRepository(context.service, data))

export const updateRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:update')])
  .validator(validate(repositoryUpdateInput))
  .handler(({ data, context }) => repositories.updateRepository(context.service, data))

export const deleteRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validate(repositoryIdInput))
  .handler(({ data, context }) => repositories.deleteRepository(context.service, data))

export const restoreRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validate(repositoryIdInput))
  .handler(({ data, context }) => repositories.restoreRepository(context.service, data))
