import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { startImpersonating } from '#auth/impersonation.server.ts'
import { actorOf } from '#auth/current-session.server.ts'
import * as sessions from '#auth/user-sessions.server.ts'
import { database } from '#db/client.ts'
import { validate } from '#lib/validate.ts'
import * as actions from './user-actions.server.ts'
import { banInput, historyInput, impersonationInput, sessionInput } from './user-detail.schema.ts'
import * as users from './user-detail.server.ts'
import { userIdInput } from './users.schema.ts'

export const getUser = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(userIdInput))
  .handler(({ data }) => users.getUser(database(), data.id))

export const listUserSessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('session:list')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => sessions.listSessions(database(), data.id, context.session.id))

export const listUserHistory = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(historyInput))
  .handler(({ data }) => users.listHistory(database(), data.id, data.before))

export const endUserSession = createServerFn({ method: 'POST' })
  .middleware([requirePermission('session:revoke')])
  .validator(validate(sessionInput))
  .handler(async ({ data, context }) =>
    sessions.endSession(
      database(),
      actorOf(context.session),
      await users.getNamed(database(), data.id),
      data.sessionId,
    ),
  )

/** Ends all sessions of a person; an administrator who does it to themselves stays signed in here. */
export const endUserSessions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('session:revoke')])
  .validator(validate(userIdInput))
  .handler(async ({ data, context }) =>
    sessions.endSessions(
      database(),
      actorOf(context.session),
      await users.getNamed(database(), data.id),
      context.session.id,
    ),
  )

export const banUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:ban')])
  .validator(validate(banInput))
  .handler(({ data: { id, ...ban }, context }) => actions.banUser(database(), actorOf(context.session), id, ban))

export const unbanUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:ban')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => actions.unbanUser(database(), actorOf(context.session), data.id))

export const deleteUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:delete')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => actions.deleteUser(database(), actorOf(context.session), data.id))

export const impersonateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:impersonate')])
  .validator(validate(impersonationInput))
  .handler(({ data, context }) => startImpersonating(database(), context.session, data))
