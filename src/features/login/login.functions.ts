import { createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { emailInput } from './login.schema.ts'
import { findOwnLoginRequest } from './login.server.ts'

/** The state of the mail and the code, for the browser that asked. */
export const getLoginRequest = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validate(emailInput))
  .handler(({ data, context }) => findOwnLoginRequest(context.service, data))
