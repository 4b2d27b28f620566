import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, refuseWhileImpersonating, requirePermission, serve } from '#auth/guards.ts'
import { attestationInput } from '#auth/passkey-answers.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as creation from './passkey-adding.server.ts'
import * as passkeys from './passkeys.server.ts'
import { recoveryCodeInput, renameInput } from './passkeys.schema.ts'
import * as recovery from './recovery-codes.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('account:read')])
const adding = createServerFn({ method: 'POST' }).middleware([
  requirePermission('account:update'),
  refuseWhileImpersonating,
  refuseInDemo,
])
const changing = createServerFn({ method: 'POST' }).middleware([
  requirePermission('account:update'),
  refuseWhileImpersonating,
])

export const listMyPasskeys = reading().handler(({ context }) =>
  passkeys.listPasskeys(context.service, context.service.session.viewer),
)

export const requestPasskeyCreationOptions = adding().handler(({ context }) =>
  creation.requestPasskeyCreationOptions(context.service),
)

export const addPasskey = adding().validator(validator(attestationInput)).handler(serve(creation.addPasskey))

export const renamePasskey = changing().validator(validator(renameInput)).handler(serve(passkeys.renamePasskey))

export const removePasskey = changing().validator(validator(idInput)).handler(serve(passkeys.removePasskey))

export const declinePasskey = changing().handler(({ context }) => passkeys.declinePasskey(context.service))

export const findSecondFactor = reading().handler(({ context }) => recovery.findSecondFactor(context.service))

export const makeRecoveryCodes = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .handler(({ context }) => recovery.makeRecoveryCodes(context.service))

export const redeemRecoveryCode = changing()
  .validator(validator(recoveryCodeInput))
  .handler(serve(recovery.redeemRecoveryCode))

export const findSecondFactorsOf = createServerFn({ method: 'GET' })
  .middleware([requirePermission('passkey:list')])
  .validator(validator(idInput))
  .handler(serve(passkeys.findSecondFactorsOf))

export const removePasskeysOf = createServerFn({ method: 'POST' })
  .middleware([requirePermission('passkey:delete')])
  .validator(validator(idInput))
  .handler(serve(passkeys.removePasskeysOf))
