import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import * as sending from '#auth/invitations.server.ts'
import { validate } from '#lib/validate.ts'
import * as invitations from './invitations.server.ts'
import { invitationInput } from './user-detail.schema.ts'
import { userIdInput } from './users.schema.ts'

/** Invites a person by mail, or sends their invitation again. */
export const inviteUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validate(invitationInput))
  .handler(({ data, context }) => sending.inviteUser(context.service, data))

// It may delete who was added by it.
export const withdrawInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:delete')])
  .validator(validate(userIdInput))
  .handler(({ data, context }) => invitations.withdrawInvitation(context.service, data))
