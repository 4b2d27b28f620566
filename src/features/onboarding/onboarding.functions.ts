import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { validate } from '#lib/validate.ts'
import { nameInput } from '#person/person-fields.ts'

/** Gives the person who is signed in the name they say. */
export const giveName = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(nameInput))
  .handler(async ({ data, context }) => {
    await changeOwnName(context.service, data)
    // Where a form is the caller, the framework takes no answer for a failure.
    return data
  })
