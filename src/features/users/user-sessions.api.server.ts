import * as z from 'zod/mini'
import { listResponseSchema, toListResponse } from '#api/list.ts'
import { responseSchemas } from '#api/named-schemas.ts'
import { ADMINISTRATOR_NOTE, withLockedUser } from '#api/key-rights.server.ts'
import { operation, type ApiOperation } from '#api/operation.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import { endUserSession, endUserSessions } from './user-detail.server.ts'

const sessionResponse = z
  .object({
    id: z.guid(),
    device: z.object({ browser: z.string(), system: z.string() }),
    ipAddress: z.nullable(z.string()),
    lastSeenAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    isImpersonation: z.boolean(),
  })
  .register(responseSchemas, { id: 'Session' })

/** The API operations on the sessions of users, with the same rules as the pages. */
export const sessionOperations: ApiOperation[] = [
  operation('GET /users/{id}/sessions', 'session:list', {
    id: 'listUserSessions',
    summary: 'List the sessions of a user, most recently used first',
    description: '`isImpersonation` is true for the session of an administrator who is acting as the user.',
    response: listResponseSchema('SessionList', sessionResponse),
    handle: async (context, { id }) => {
      await getUserRecord(context.db, id)
      return toListResponse({ rows: await listSessions(context, { id }), nextCursor: null })
    },
  }),
  operation('DELETE /users/{id}/sessions', 'session:revoke', {
    id: 'endUserSessions',
    summary: 'End all sessions of a user',
    description: `The user is signed out everywhere. ${ADMINISTRATOR_NOTE}`,
    status: 204,
    handle: (context, { id }) => withLockedUser(context, id, (context) => endUserSessions(context, { id })),
    isUnversioned: true,
  }),
  operation('DELETE /users/{id}/sessions/{sessionId}', 'session:revoke', {
    id: 'endUserSession',
    summary: 'End one session of a user',
    description: `The user is signed out on one device. ${ADMINISTRATOR_NOTE}`,
    status: 204,
    handle: (context, input) => withLockedUser(context, input.id, (context) => endUserSession(context, input)),
    isUnversioned: true,
  }),
]
