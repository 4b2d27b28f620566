import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import * as changes from './users-change.server.ts'
import { userFields, userFilter, userIdInput, userListInput, userUpdateInput } from './users.schema.ts'
import * as users from './users.server.ts'

export const listUsers = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userListInput))
  .handler(({ data, context }) => users.listUsers(context.service, data))

export const getUserCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userFilter))
  .handler(({ data, context }) => users.countUsers(context.service, data))

export const getUserFields = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => changes.getUserFields(context.service, data))

export const createUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validate(userFields))
  .handler(({ data, context }) => changes.createUser(context.service, data))

// The catalogue has no permission to update a user: who may give roles may change the rest.
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:set-role')])
  .validator(validate(userUpdateInput))
  .handler(({ data, context }) => changes.updateUser(context.service, data))
