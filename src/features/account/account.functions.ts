import { createServerFn } from '@tanstack/react-start'
import { listOwnEvents } from '#audit/audit.server.ts'
import { actorRefOf } from '#auth/current-session.server.ts'
import { refuseWhileImpersonating, requirePermission, serve } from '#auth/guards.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { endSession, endSessionsExcept, listSessions } from '#auth/user-sessions.server.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { nameInput } from '#user/user-fields.ts'
import * as codes from './account-codes.server.ts'
import { dataFileResponse } from './account-data.server.ts'
import * as deletion from './account-deletion.server.ts'
import * as email from './account-email.server.ts'
import * as notices from './account-notices.server.ts'
import {
  requestedCodeInput,
  codeInput,
  eventsInput,
  emailChangeInput,
  newEmailInput,
  noticesInput,
  ownCodeInput,
} from './account.schema.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('account:read')])
const changing = createServerFn({ method: 'POST' }).middleware([requirePermission('account:update')])
const changingAsOneself = createServerFn({ method: 'POST' }).middleware([
  requirePermission('account:update'),
  refuseWhileImpersonating,
])

export const findRequestedCode = reading()
  .validator(validator(requestedCodeInput))
  .handler(serve(codes.findRequestedCode))

export const listMySessions = reading().handler(({ context: { service } }) =>
  listSessions(service, service.session.viewer),
)

export const listMyEvents = reading()
  .validator(validator(eventsInput))
  .handler(({ data, context: { service } }) =>
    listOwnEvents(service, { id: service.session.viewer.id, before: data.before }),
  )

export const changeName = changing().validator(validator(nameInput)).handler(serve(changeOwnName))

export const findMyNotices = reading().handler(({ context }) => notices.findMyNotices(context.service))

export const chooseNotices = changingAsOneself()
  .validator(validator(noticesInput))
  .handler(serve(notices.chooseNotices))

export const endMySession = changing()
  .validator(validator(idInput))
  .handler(({ data, context: { service } }) =>
    endSession(service, { user: actorRefOf(service.session), sessionId: data.id }),
  )

export const endMyOtherSessions = changing().handler(({ context: { service } }) =>
  endSessionsExcept(service, { user: actorRefOf(service.session), exceptId: service.session.id }),
)

export const requestCodeToOwnAddress = changingAsOneself()
  .validator(validator(ownCodeInput))
  .handler(serve(codes.requestCodeToOwnAddress))

export const reAuthenticate = changingAsOneself().validator(validator(codeInput)).handler(serve(codes.reAuthenticate))

export const requestEmailChange = changingAsOneself()
  .validator(validator(newEmailInput))
  .handler(serve(email.requestEmailChange))

export const changeEmail = changingAsOneself().validator(validator(emailChangeInput)).handler(serve(email.changeEmail))

export const deleteAccount = changingAsOneself().validator(validator(codeInput)).handler(serve(deletion.deleteAccount))

export const downloadData = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:read'), refuseWhileImpersonating])
  .handler(({ context }) => dataFileResponse(context.service))
