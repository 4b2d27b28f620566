import { createServerFn } from '@tanstack/react-start'
import { refuseWhileImpersonating, requirePermission } from '#auth/guards.ts'
import { saveName } from '#person/person-name.server.ts'
import { actorOf, personOf } from '#auth/current-session.server.ts'
import * as sessions from '#auth/user-sessions.server.ts'
import { database } from '#db/client.ts'
import { listOwnEvents } from '#audit/audit.server.ts'
import { validate } from '#lib/validate.ts'
import * as codes from './account-codes.server.ts'
import { dataFile } from './account-data.server.ts'
import * as deletion from './account-deletion.server.ts'
import * as email from './account-email.server.ts'
import {
  askedCodeInput,
  codeInput,
  eventsInput,
  nameInput,
  newEmailCodeInput,
  newEmailInput,
  ownCodeInput,
  sessionIdInput,
} from './account.schema.ts'

export const findAskedCode = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(askedCodeInput))
  .handler(({ data, context }) => codes.findAskedCode(database(), context.session, data))

export const listMySessions = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context: { session } }) => sessions.listSessions(database(), session.viewer.id, session.id))

export const listMyEvents = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(eventsInput))
  .handler(({ data, context }) => listOwnEvents(database(), context.session.viewer.id, data.before ?? undefined))

export const changeName = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(nameInput))
  .handler(({ data, context }) => saveName(database(), actorOf(context.session), context.session.viewer.id, data.name))

export const endMySession = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(sessionIdInput))
  .handler(({ data, context: { session } }) =>
    sessions.endSession(database(), actorOf(session), personOf(session), data.id),
  )

export const endMyOtherSessions = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .handler(({ context: { session } }) =>
    sessions.endSessions(database(), actorOf(session), personOf(session), session.id),
  )

export const askForOwnCode = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(ownCodeInput))
  .handler(({ data, context }) => codes.askForOwnCode(database(), context.session, data.purpose))

export const reAuthenticate = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(codeInput))
  .handler(({ data, context }) => codes.reAuthenticate(database(), context.session, data.code))

export const askForNewEmail = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newEmailInput))
  .handler(({ data, context }) => email.askForNewEmail(database(), context.session, data.newEmail))

export const changeEmail = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newEmailCodeInput))
  .handler(({ data, context }) => email.changeEmail(database(), context.session, data))

export const deleteAccount = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(codeInput))
  .handler(({ data, context }) => deletion.deleteAccount(database(), context.session, data.code))

export const downloadData = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:read'), refuseWhileImpersonating])
  .handler(({ context }) => dataFile(database(), context.session))
