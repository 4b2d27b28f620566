import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as changes from './users-change.server.ts'
import { newUserInput, userFilter, userListInput, userUpdateInput } from './users.schema.ts'
import * as users from './users.server.ts'

export const listUsers = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => users.listUsers(service, data)),
  )

export const getUserCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => users.countUsers(service, data)),
  )

export const getUserFields = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(idInput))
  .handler(({ data, context }) => changes.getUserForm(context.service, data))

export const createUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validate(newUserInput))
  .handler(({ data, context }) => changes.createUser(context.service, data))

// There is no permission to update users. Require `user:set-role`, with which users can change the other fields as well.
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:set-role')])
  .validator(validate(userUpdateInput))
  .handler(({ data, context }) => changes.updateUser(context.service, data))
