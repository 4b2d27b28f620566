import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { asSearch } from '#service/search-turns.server.ts'
import { validate } from '#lib/validate.ts'
import * as changes from './users-change.server.ts'
import { newUserInput, userFilter, userIdInput, userListInput, userUpdateInput } from './users.schema.ts'
import * as users from './users.server.ts'

export const listUsers = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userListInput))
  .handler(({ data, context }) =>
    asSearch(context.service, data.searchTerm, (service) => users.listUsers(service, data)),
  )

export const getUserCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userFilter))
  .handler(({ data, context }) =>
    asSearch(context.service, data.searchTerm, (service) => users.countUsers(service, data)),
  )

export const getUserFields = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => changes.getUserForm(context.service, data))

export const createUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validate(newUserInput))
  .handler(({ data, context }) => changes.createUser(context.service, data))

// The catalogue has no permission to update a user: who may give roles may change the rest.
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:set-role')])
  .validator(validate(userUpdateInput))
  .handler(({ data, context }) => changes.updateUser(context.service, data))
