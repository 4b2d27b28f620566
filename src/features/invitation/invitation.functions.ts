import { createServerFn } from '@tanstack/react-start'
import { allowAnyone, serve } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { invitationTokenInput } from './invitation.schema.ts'
import * as invitations from './invitation.server.ts'

/** Finds the state of the invitation to which a link belongs. */
export const findInvitation = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validator(invitationTokenInput))
  .handler(serve(invitations.findInvitation))
