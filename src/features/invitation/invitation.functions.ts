import { createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { invitationTokenInput } from './invitation.schema.ts'
import * as invitations from './invitation.server.ts'

/** Finds what became of the invitation that a link is of. */
export const findInvitation = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validate(invitationTokenInput))
  .handler(({ data, context }) => invitations.findInvitation(context.service, data))
