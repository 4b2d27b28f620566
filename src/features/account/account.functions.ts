import { createServerFn } from '@tanstack/react-start'
import { listOwnEvents } from '#audit/audit.server.ts'
import { actorRefOf } from '#auth/current-session.server.ts'
import { refuseWhileImpersonating, requirePermission } from '#auth/guards.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { endSession, endSessions, listSessions } from '#auth/user-sessions.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import { nameInput } from '#person/person-fields.ts'
import * as codes from './account-codes.server.ts'
import { dataFileResponse } from './account-data.server.ts'
import * as deletion from './account-deletion.server.ts'
import * as email from './account-email.server.ts'
import * as notices from './account-notices.server.ts'
import {
  requestedCodeInput,
  codeInput,
  eventsInput,
  newEmailCodeInput,
  newEmailInput,
  noticesInput,
  ownCodeInput,
} from './account.schema.ts'

export const findRequestedCode = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(requestedCodeInput))
  .handler(({ data, context }) => codes.findRequestedCode(context.service, data))

export const listMySessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context: { service } }) => listSessions(service, service.session.viewer))

export const listMyEvents = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(eventsInput))
  .handler(({ data, context: { service } }) =>
    listOwnEvents(service, { id: service.session.viewer.id, before: data.before }),
  )

export const changeName = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(nameInput))
  .handler(({ data, context }) => changeOwnName(context.service, data))

export const findMyNotices = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context }) => notices.findMyNotices(context.service))

export const chooseNotices = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(noticesInput))
  .handler(({ data, context }) => notices.chooseNotices(context.service, data))

export const endMySession = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(idInput))
  .handler(({ data, context: { service } }) =>
    endSession(service, { person: actorRefOf(service.session), sessionId: data.id }),
  )

export const endMyOtherSessions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(({ context: { service } }) =>
    endSessions(service, { person: actorRefOf(service.session), exceptId: service.session.id }),
  )

export const requestCodeToOwnAddress = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(ownCodeInput))
  .handler(({ data, context }) => codes.requestCodeToOwnAddress(context.service, data))

export const reAuthenticate = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(codeInput))
  .handler(({ data, context }) => codes.reAuthenticate(context.service, data))

export const requestEmailChange = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newEmailInput))
  .handler(({ data, context }) => email.requestEmailChange(context.service, data))

export const changeEmail = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newEmailCodeInput))
  .handler(({ data, context }) => email.changeEmail(context.service, data))

export const deleteAccount = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(codeInput))
  .handler(({ data, context }) => deletion.deleteAccount(context.service, data))

export const downloadData = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:read'), refuseWhileImpersonating])
  .handler(({ context }) => dataFileResponse(context.service))
