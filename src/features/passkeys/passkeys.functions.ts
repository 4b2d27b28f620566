import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, refuseWhileImpersonating, requirePermission } from '#auth/guards.ts'
import { attestationInput } from '#auth/passkey-answers.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as adding from './passkey-adding.server.ts'
import * as passkeys from './passkeys.server.ts'
import { recoveryCodeInput, renameInput } from './passkeys.schema.ts'
import * as recovery from './recovery-codes.server.ts'

export const listMyPasskeys = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context }) => passkeys.listPasskeys(context.service, context.service.session.viewer))

export const requestPasskeyCreationOptions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating, refuseInDemo])
  .handler(({ context }) => adding.requestPasskeyCreationOptions(context.service))

export const addPasskey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating, refuseInDemo])
  .validator(validate(attestationInput))
  .handler(({ data, context }) => adding.addPasskey(context.service, data))

export const renamePasskey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(renameInput))
  .handler(({ data, context }) => passkeys.renamePasskey(context.service, data))

export const removePasskey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(idInput))
  .handler(({ data, context }) => passkeys.removePasskey(context.service, data))

export const declinePasskey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .handler(({ context }) => passkeys.declinePasskey(context.service))

export const findSecondFactor = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context }) => recovery.findSecondFactor(context.service))

export const makeRecoveryCodes = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .handler(({ context }) => recovery.makeRecoveryCodes(context.service))

export const redeemRecoveryCode = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(recoveryCodeInput))
  .handler(({ data, context }) => recovery.redeemRecoveryCode(context.service, data))

export const findSecondFactorsOf = createServerFn({ method: 'GET' })
  .middleware([requirePermission('passkey:list')])
  .validator(validate(idInput))
  .handler(({ data, context }) => passkeys.findSecondFactorsOf(context.service, data))

export const removePasskeysOf = createServerFn({ method: 'POST' })
  .middleware([requirePermission('passkey:delete')])
  .validator(validate(idInput))
  .handler(({ data, context }) => passkeys.removePasskeysOf(context.service, data))
