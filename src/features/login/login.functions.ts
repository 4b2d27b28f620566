import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { allowAnyone } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { findCodeRequestState, signInUse } from '#one-time-code/code-request.server.ts'
import { emailField } from '#user/user-fields.ts'

/** Finds the state of a code and of the email with it. Returns the state only to the browser that requested the code. */
export const findCodeRequest = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validator(z.object({ email: emailField })))
  .handler(({ data, context }) => findCodeRequestState(context.service, signInUse(data.email)))
