import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { validator } from '#lib/validator.ts'
import { nameInput } from '#user/user-fields.ts'

/** Sets the name of the signed-in user. */
export const setName = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validator(nameInput))
  .handler(async ({ data, context }) => {
    await changeOwnName(context.service, data)
    // Return the data explicitly, because the framework treats an empty response to a form as a failure.
    return data
  })
