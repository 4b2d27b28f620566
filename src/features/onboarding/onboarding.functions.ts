import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { saveName } from '#person/person-name.server.ts'
import { actorOf } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { validate } from '#lib/validate.ts'
import { nameInput } from './onboarding.schema.ts'

/** The person who is signed in says what they are called. */
export const giveName = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(nameInput))
  .handler(async ({ data, context }) => {
    await saveName(database(), actorOf(context.session), context.session.viewer.id, data.name)
    // Where a form is the caller, the framework takes no answer for a failure.
    return data
  })
