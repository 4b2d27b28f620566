import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { actorOf } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { validate } from '#lib/validate.ts'
import * as changes from './users-change.server.ts'
import { userFields, userFilter, userIdInput, userListInput, userUpdateInput } from './users.schema.ts'
import * as users from './users.server.ts'

export const listUsers = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userListInput))
  .handler(({ data }) => users.listUsers(database(), data))

export const getUserCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userFilter))
  .handler(({ data }) => users.countUsers(database(), data))

export const getUserFields = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userIdInput))
  .handler(({ data }) => users.getUserFields(database(), data.id))

export const createUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validate(userFields))
  .handler(({ data, context }) => changes.createUser(database(), actorOf(context.session), data))

// The catalogue has no permission to update a user: who may give roles may change the rest.
export const updateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:set-role')])
  .validator(validate(userUpdateInput))
  .handler(({ data: { id, ...fields }, context }) =>
    changes.updateUser(database(), actorOf(context.session), id, fields),
  )
