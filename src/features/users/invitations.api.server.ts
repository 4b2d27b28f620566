import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { withLockedUser } from '#api/key-rights.server.ts'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { findInvitationsOf, inviteUser } from '#auth/account-invitations.server.ts'
import { AppError } from '#lib/app-error.ts'
import { MAIL_STATES } from '#lib/code-purpose.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { withdrawInvitation } from './account-invitations.server.ts'
import { invitationFields } from './user-detail.schema.ts'
import { listUsers } from './users.server.ts'

const invitationResponse = z
  .object({
    userId: z.guid(),
    email: z.string(),
    language: z.string(),
    mailState: z.enum(MAIL_STATES),
    sentAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isExpired: z.boolean(),
    invitedBy: z.nullable(z.string()),
    addsUser: z.boolean(),
  })
  .register(responseSchemas, { id: 'Invitation' })
const newInvitation = z
  .strictObject({ language: z._default(invitationFields.shape.language, appConfig.languages[0]) })
  .register(bodySchemas, { id: 'NewInvitation' })

const NOTE = 'Returns NOT_FOUND if the user was not invited, or has signed in.'

/** The API operations on the invitations of users, with the same rules as the pages. */
export const invitationOperations: ApiOperation[] = [
  operation('GET /invitations', 'user:list', {
    id: 'listInvitations',
    summary: 'List the pending invitations of users',
    description: '`searchTerm` searches names and email addresses. The users who were added last come first.',
    query: z.strictObject({ searchTerm: z._default(z.string(), ''), ...pageParameters }),
    response: listResponseSchema('InvitationList', invitationResponse),
    handle: async (context, { query: { after = null, ...query } }) => {
      const filter = { ...query, role: '', status: 'invited', sort: 'newest', cursor: after } as const
      const { rows, nextCursor } = await runSearch(context, query.searchTerm, (context) => listUsers(context, filter))
      return toListResponse({ rows: await findPendingInvitations(context, rows), nextCursor })
    },
  }),
  operation('GET /users/{id}/invitation', 'user:list', {
    id: 'getInvitation',
    summary: 'Get the pending invitation of a user',
    description: `\`addsUser\` is true if withdrawing the invitation also deletes the user. ${NOTE}`,
    response: invitationResponse,
    handle: (context, { id }) => getPendingInvitation(context, id),
  }),
  operation('POST /users/{id}/invitation', 'user:create', {
    id: 'sendInvitation',
    summary: 'Invite a user, or send their invitation again',
    description: `The invitation is sent by email in \`language\`, and expires after ${appConfig.invitation.days} days, counted from the last email.`,
    body: newInvitation,
    response: invitationResponse,
    problems: ['CANNOT_BE_INVITED', 'TOO_MANY_INVITATIONS', 'TOO_MANY_TODAY'],
    handle: async (context, { id, body }) => {
      await inviteUser(context, { id, ...body })
      return getPendingInvitation(context, id)
    },
    isUnversioned: true,
  }),
  operation('DELETE /users/{id}/invitation', 'user:delete', {
    id: 'withdrawInvitation',
    summary: 'Withdraw the invitation of a user',
    description: `The link in the email stops working. If \`addsUser\` is true, the user is deleted. For an administrator, the key also needs the scope \`user:change-administrators\`. ${NOTE}`,
    status: 204,
    problems: ['LAST_ADMINISTRATOR'],
    handle: (context, { id }) => withLockedUser(context, id, (context) => withdrawInvitation(context, { id })),
    isUnversioned: true,
  }),
]

/** Returns the pending invitation of a user. @throws {AppError} NOT_FOUND */
async function getPendingInvitation(context: ApiContext, id: string) {
  const [found] = await findPendingInvitations(context, [await getUserRecord(context.db, id)])
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

async function findPendingInvitations({ db }: ApiContext, users: { id: string; lastSignInAt: unknown }[]) {
  const pending = users.flatMap(({ id, lastSignInAt }) => (lastSignInAt === null ? [id] : []))
  const found = await findInvitationsOf(db, pending)
  return pending.flatMap((id) =>
    found.flatMap(({ userId, endsAt: expiresAt, isOver: isExpired, addsPerson: addsUser, ...row }) =>
      userId === id ? [withIsoTimes({ ...row, userId, email: row.email ?? '', expiresAt, isExpired, addsUser })] : [],
    ),
  )
}
