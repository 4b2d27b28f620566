import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { startImpersonating } from '#auth/impersonation.server.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import { listEventsOf } from '#audit/audit.server.ts'
import { applyWithUndo, startBulkJob } from '#bulk/bulk-job.server.ts'
import { getBulkResult } from '#bulk/read-bulk-jobs.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as actions from './user-actions.server.ts'
import { banInput, historyInput, impersonationInput, manyUsersInput, sessionInput } from './user-detail.schema.ts'
import * as users from './user-detail.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('user:list')])
const ending = createServerFn({ method: 'POST' }).middleware([requirePermission('session:revoke')])
const banning = createServerFn({ method: 'POST' }).middleware([requirePermission('user:ban')])

export const getUser = reading().validator(validator(idInput)).handler(serve(users.getUserWithParts))

export const listUserSessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('session:list')])
  .validator(validator(idInput))
  .handler(serve(listSessions))

export const listUserHistory = reading().validator(validator(historyInput)).handler(serve(listEventsOf))

export const endUserSession = ending().validator(validator(sessionInput)).handler(serve(users.endUserSession))

export const endUserSessions = ending().validator(validator(idInput)).handler(serve(users.endUserSessions))

export const banUser = banning()
  .validator(validator(banInput))
  .handler(({ data: { id, ...input }, context }) => applyWithUndo(context.service, { kind: 'user-ban', id, input }))

export const unbanUser = banning().validator(validator(idInput)).handler(serve(actions.unbanUser))

export const deleteUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:delete')])
  .validator(validator(idInput))
  .handler(({ data: { id }, context }) => applyWithUndo(context.service, { kind: 'user-delete', id, input: null }))

export const impersonateUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:impersonate')])
  .validator(validator(impersonationInput))
  .handler(serve(startImpersonating))

// This guard is not enough: `startBulkJob` also checks the permission that each kind of bulk action requires.
export const changeManyUsers = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:list')])
  .validator(validator(manyUsersInput))
  .handler(async ({ data: { kind, selection, ...input }, context }) =>
    getBulkResult(context.service, await startBulkJob(context.service, { kind, selection, input })),
  )
