import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requirePermission } from '#auth/guards.ts'
import { actorOf } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { validate } from '#lib/validate.ts'
import {
  repositoryFields,
  repositoryIdInput,
  repositoryListInput,
  repositoryUpdateInput,
} from './repositories.schema.ts'
import * as repositories from './repositories.server.ts'

export const listRepositories = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(repositoryListInput))
  .handler(({ data }) => repositories.listRepositories(database(), data))

export const getRepositoryCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(z.object({ searchTerm: z.string() })))
  .handler(({ data }) => repositories.countRepositories(database(), data.searchTerm))

export const getRepository = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(repositoryIdInput))
  .handler(({ data }) => repositories.getRepository(database(), data.id))

export const createRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:create')])
  .validator(validate(repositoryFields))
  .handler(({ data, context }) => repositories.createRepository(database(), actorOf(context.session), data))

export const updateRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:update')])
  .validator(validate(repositoryUpdateInput))
  .handler(({ data: { id, ...fields }, context }) =>
    repositories.updateRepository(database(), actorOf(context.session), id, fields),
  )

export const deleteRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validate(repositoryIdInput))
  .handler(({ data, context }) => repositories.deleteRepository(database(), actorOf(context.session), data.id))

export const restoreRepository = createServerFn({ method: 'POST' })
  .middleware([requirePermission('repository:delete')])
  .validator(validate(repositoryIdInput))
  .handler(({ data, context }) => repositories.restoreRepository(database(), actorOf(context.session), data.id))
