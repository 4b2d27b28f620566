import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { startImpersonating } from '#auth/impersonation.server.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import { listEventsOf } from '#audit/audit.server.ts'
import { applyWithUndo, startBulkJob } from '#bulk/bulk-job.server.ts'
import { getBulkResult } from '#bulk/read-bulk-jobs.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as actions from './user-actions.server.ts'
import { banInput, historyInput, impersonationInput, manyUsersInput, sessionInput } from './user-detail.schema.ts'
import * as users from './user-detail.server.ts'

export const getUser = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(idInput))
  .handler(({ data, context }) => users.getUserWithParts(context.service, data))

export const listUserSessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('session:list')])
  .validator(validate(idInput))
  .handler(({ data, context }) => listSessions(context.service, data))

export const listUserHistory = createServerFn({ method: 'GET' })
  .middleware([requirePermission('user:list')])
  .validator(validate(historyInput))
  .handler(({ data, context }) => listEventsOf(context.service, data))

export const endUserSession = createServerFn({ method: 'POST' })
  .middleware([requirePermission('session:revoke')])
  .validator(validate(sessionInput))
  .handler(({ data, context }) => users.endUserSession(context.service, data))

export const endUserSessions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('session:revoke')])
  .validator(validate(idInput))
  .handler(({ data, context }) => users.endUserSessions(context.service, data))

export const banUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:ban')])
  .validator(validate(banInput))
  .handler(({ data: { id, ...input }, context }) => applyWithUndo(context.service, { kind: 'user-ban', id, input }))

export const unbanUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:ban')])
  .validator(validate(idInput))
  .handler(({ data, context }) => actions.unbanUser(context.service, data))

export const deleteUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:delete')])
  .validator(validate(idInput))
  .handler(({ data: { id }, context }) => applyWithUndo(context.service, { kind: 'user-delete', id, input: null }))

export const impersonateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:impersonate')])
  .validator(validate(impersonationInput))
  .handler(({ data, context }) => startImpersonating(context.service, data))

// This guard is not enough: `startBulkJob` also checks the permission that each kind of bulk action requires.
export const changeManyUsers = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:list')])
  .validator(validate(manyUsersInput))
  .handler(async ({ data: { kind, selection, ...input }, context }) =>
    getBulkResult(context.service, await startBulkJob(context.service, { kind, selection, input })),
  )
