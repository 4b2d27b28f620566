import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as changes from './users-change.server.ts'
import { newUserInput, userFilter, userListInput, userUpdateInput } from './users.schema.ts'
import * as users from './users.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('user:list')])

export const listUsers = reading()
  .validator(validator(userListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => users.listUsers(service, data)),
  )

export const getUserCount = reading()
  .validator(validator(userFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => users.countUsers(service, data)),
  )

export const getUserFields = reading().validator(validator(idInput)).handler(serve(changes.getUserForm))

export const createUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validator(newUserInput))
  .handler(serve(changes.createUser))

// There is no permission to update users. Require `user:set-role`, with which users can change the other fields as well.
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:set-role')])
  .validator(validator(userUpdateInput))
  .handler(serve(changes.updateUser))
