import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import * as sending from '#auth/account-invitations.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as invitations from './account-invitations.server.ts'
import { inviteUserInput } from './user-detail.schema.ts'

/** Invites a user by email, or sends their invitation again. */
export const inviteUser = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:create')])
  .validator(validator(inviteUserInput))
  .handler(serve(sending.inviteUser))

// Requires the permission to delete users, because withdrawing an invitation deletes a user who was added with it.
export const withdrawInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('user:delete')])
  .validator(validator(idInput))
  .handler(serve(invitations.withdrawInvitation))
