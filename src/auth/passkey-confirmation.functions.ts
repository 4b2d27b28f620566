import { createServerFn } from '@tanstack/react-start'
import { validate } from '#lib/validate.ts'
import { refuseWhileImpersonating, requirePermission } from './guards.ts'
import { assertionInput } from './passkey-answers.ts'
import * as confirmation from './passkey-confirmation.server.ts'

/** Creates a challenge that one of the user's passkeys must answer. */
export const requestPasskeyConfirmation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .handler(({ context }) => confirmation.requestPasskeyConfirmation(context.service))

/** Verifies the passkey's answer to authenticate the user again. */
export const verifyPasskeyConfirmation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(assertionInput))
  .handler(({ data, context }) => confirmation.verifyPasskeyConfirmation(context.service, data))
