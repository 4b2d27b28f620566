import { createServerFn } from '@tanstack/react-start'
import { validator } from '#lib/validator.ts'
import { refuseWhileImpersonating, requirePermission, serve } from './guards.ts'
import { assertionInput } from './passkey-answers.ts'
import * as confirmation from './passkey-confirmation.server.ts'

const changing = createServerFn({ method: 'POST' }).middleware([
  requirePermission('account:update'),
  refuseWhileImpersonating,
])

/** Creates a challenge that one of the user's passkeys must answer. */
export const requestPasskeyConfirmation = changing().handler(({ context }) =>
  confirmation.requestPasskeyConfirmation(context.service),
)

/** Verifies the passkey's answer to authenticate the user again. */
export const verifyPasskeyConfirmation = changing()
  .validator(validator(assertionInput))
  .handler(serve(confirmation.verifyPasskeyConfirmation))
