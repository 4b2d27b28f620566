import { createServerFn } from '@tanstack/react-start'
import { refuseWhileImpersonating, requirePermission } from '#auth/guards.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { validate } from '#lib/validate.ts'
import { nameInput } from '#person/person-fields.ts'
import * as activity from './account-activity.server.ts'
import * as codes from './account-codes.server.ts'
import { dataFile } from './account-data.server.ts'
import * as deletion from './account-deletion.server.ts'
import * as email from './account-email.server.ts'
import * as notices from './account-notices.server.ts'
import {
  askedCodeInput,
  codeInput,
  eventsInput,
  newEmailCodeInput,
  newEmailInput,
  noticesInput,
  ownCodeInput,
  sessionIdInput,
} from './account.schema.ts'

export const findAskedCode = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(askedCodeInput))
  .handler(({ data, context }) => codes.findAskedCode(context.service, data))

export const listMySessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context }) => activity.listMySessions(context.service))

export const listMyEvents = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(eventsInput))
  .handler(({ data, context }) => activity.listMyEvents(context.service, data))

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
  .validator(validate(sessionIdInput))
  .handler(({ data, context }) => activity.endMySession(context.service, data))

export const endMyOtherSessions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(({ context }) => activity.endMyOtherSessions(context.service))

export const askForOwnCode = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(ownCodeInput))
  .handler(({ data, context }) => codes.askForOwnCode(context.service, data))

export const reAuthenticate = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(codeInput))
  .handler(({ data, context }) => codes.reAuthenticate(context.service, data))

export const askForNewEmail = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newEmailInput))
  .handler(({ data, context }) => email.askForNewEmail(context.service, data))

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
  .handler(({ context }) => dataFile(context.service))
