import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import {
  includeTotalParameter,
  isInKnownYear,
  listResponseSchema,
  pageParameters,
  syncedUntilField,
  toListResponse,
  updatedAfterParameter,
} from '#api/list.ts'
import { responseSchemas, bodySchemas, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { ADMINISTRATOR_NOTE, withLockedUser } from '#api/key-rights.server.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { listOrSync } from '#db/settled-changes.ts'
import { applyWithUndo } from '#bulk/bulk-job.server.ts'
import { user } from '#db/schema.ts'
import { optionalExcept, valueShapeOf } from '#lib/form-fields.ts'
import { rowSelection } from '#lib/row-selection.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { unbanUser } from './user-actions.server.ts'
import { ROLES, USER_SORTS, USER_STATUSES } from './user-choices.ts'
import { addsFewAdministrators, banInput, isBanInForce, type UserDetail } from './user-detail.schema.ts'
import { getUser } from './user-detail.server.ts'
import { createUser, getUserFields, updateUser } from './users-change.server.ts'
import { userFields, type UserRow } from './users.schema.ts'
import { countUsers, listUsers } from './users.server.ts'

const row = {
  id: z.guid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  lastSignInAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
}
const ban = z
  .object({ reason: z.nullable(z.string()), endsAt: z.nullable(z.iso.datetime()) })
  .register(responseSchemas, { id: 'Ban' })
const userRow: z.ZodMiniType<UserRow, UserRow> = z.object(row).register(responseSchemas, { id: 'UserRow' })
const userResponse: z.ZodMiniType<unknown, UserRow & Pick<UserDetail, 'ban'>> = z
  .object({ ...row, ban: z.nullable(ban) })
  .register(responseSchemas, { id: 'User' })

const { shape } = userFields
z.globalRegistry.add(shape.email, {
  format: 'email',
  description: 'ASCII only before the @. Stored in lowercase, with an internationalized domain in its ASCII form.',
})
z.globalRegistry.add(shape.name, { description: VISIBLE_TEXT })
const valueSchemas = valueShapeOf(shape)
const invitation = z.optional(z.enum(appConfig.languages))
z.globalRegistry.add(invitation, {
  description: 'The language in which the user is invited by email. Absent for no email.',
})
const newUser = z
  .strictObject({ ...optionalExcept(valueSchemas, ['email', 'name'], { role: 'user' }), invitation })
  .register(bodySchemas, { id: 'NewUser' })
const userChanges = z.partial(z.strictObject(valueSchemas)).register(bodySchemas, { id: 'UserChanges' })
const { reason } = banInput.shape
z.globalRegistry.add(reason, { description: `${VISIBLE_TEXT} Each run of whitespace becomes a single space.` })
const endsAt = z
  .nullable(
    z.pipe(
      z.iso
        .datetime({ offset: true, error: 'dayInvalid', abort: true })
        .check(z.refine(isInKnownYear, { error: 'dayInvalid', abort: true })),
      z.transform((time) => new Date(time).toISOString()),
    ),
  )
  .check(z.refine(isBanInForce, { error: 'dayPast' }))
z.globalRegistry.add(endsAt, { description: 'A time in the future (RFC 3339); null for a permanent ban.' })
const newBan = z.strictObject({ reason, endsAt: z._default(endsAt, null) }).register(bodySchemas, { id: 'NewBan' })

const filter = {
  searchTerm: z._default(z.string(), ''),
  role: z._default(z.enum(['', ...ROLES]), ''),
  status: z._default(z.enum(['', ...USER_STATUSES]), ''),
}
const selection = rowSelection(z.strictObject(filter))
const newRole = z.enum(ROLES)
const { rowsAtOnce } = appConfig.bulk
z.globalRegistry.add(newRole, {
  examples: ['user'],
  description: `A job can make at most ${rowsAtOnce} users administrators.`,
})

/** The jobs on users that programs can start. */
export const userJobs = [
  z.strictObject({ kind: z.literal('user-ban'), selection, reason, endsAt: z._default(endsAt, null) }),
  z.strictObject({ kind: z.literal('user-unban'), selection }),
  z.strictObject({ kind: z.literal('user-end-sessions'), selection }),
  z.strictObject({ kind: z.literal('user-role'), selection, role: newRole }).check(addsFewAdministrators),
  z.strictObject({ kind: z.literal('user-delete'), selection }),
] as const

const { protectedDays } = appConfig.administrator

/** The API operations on users, with the same rules as the pages. */
export const userOperations: ApiOperation[] = [
  operation('GET /users', 'user:list', {
    id: 'listUsers',
    summary: 'List users',
    description:
      '`searchTerm` searches names and email addresses. Empty filters match all users. For `updatedAfter`, a change of `lastSignInAt` alone does not count, except for the first sign-in, and a ban that ends on its own counts within an hour.',
    query: z.strictObject({
      ...filter,
      sort: z._default(z.enum(USER_SORTS), 'newest'),
      ...includeTotalParameter,
      ...updatedAfterParameter,
      ...pageParameters,
    }),
    response: listResponseSchema('UserList', userRow, syncedUntilField),
    handle: (context, { query: { after: cursor = null, limit, count, updatedAfter, ...query } }) =>
      runSearch(context, query.searchTerm, async (context) =>
        toListResponse(
          await listOrSync({
            db: context.db,
            table: user,
            updatedAfter,
            cursor,
            list: (updated) => listUsers(context, { ...query, cursor, limit, updated }),
            count: count === 'true' ? (updated) => countUsers(context, { ...query, updated }) : undefined,
          }),
        ),
      ),
  }),
  operation('POST /users', 'user:create', {
    id: 'createUser',
    summary: 'Add a user',
    description:
      'The user signs in with a code sent to their email address. To add an administrator, the key also needs the scopes `user:set-role` and `user:change-administrators`.',
    body: newUser,
    response: userResponse,
    status: 201,
    problems: ['TAKEN', 'TOO_MANY_INVITATIONS', 'TOO_MANY_TODAY'],
    handle: async (context, { body }) => {
      // Require another scope, so that a key with only `user:create` cannot create administrators, who have all permissions.
      if (body.role !== 'user') context.requireScope('user:set-role')
      if (body.role === 'admin') context.requireScope('user:change-administrators')
      return getUser(context, await createUser(context, body))
    },
  }),
  operation('GET /users/{id}', 'user:list', {
    id: 'getUser',
    summary: 'Get a user',
    description: 'Includes the user’s ban, if any.',
    response: userResponse,
    handle: getUser,
  }),
  operation('PATCH /users/{id}', 'user:set-role', {
    id: 'updateUser',
    summary: 'Update a user',
    description: `Omitted fields are left unchanged. To change the email address, the key also needs the scope \`user:set-email\`; the user is then signed out everywhere. ${ADMINISTRATOR_NOTE} The same scope is needed to make a user an administrator. The email address of an administrator can’t be changed, nor can that of a user who was one in the last ${protectedDays} days.`,
    body: userChanges,
    response: userResponse,
    problems: ['TAKEN', 'LAST_ADMINISTRATOR', 'NOT_ON_YOURSELF', 'FORBIDDEN', 'ADMINISTRATOR_UNTIL_RECENTLY'],
    handle: (context, { id, body }) =>
      changeUser(context, id, async (context) => {
        const before = await getUserFields(context, { id })
        const after = { ...before, ...body }
        if (after.email !== before.email) context.requireScope('user:set-email')
        if (after.role === 'admin') context.requireScope('user:change-administrators')
        await updateUser(context, { ...after, id })
      }),
  }),
  operation('POST /users/{id}/ban', 'user:ban', {
    id: 'banUser',
    summary: 'Ban a user and end their sessions',
    description: `If the user is already banned, the reason and end date are replaced. Without \`endsAt\`, the ban is permanent. ${ADMINISTRATOR_NOTE}`,
    body: newBan,
    response: userResponse,
    problems: ['LAST_ADMINISTRATOR', 'NOT_ON_YOURSELF'],
    handle: (context, { id, body }) =>
      changeUser(context, id, (context) => applyWithUndo(context, { kind: 'user-ban', id, input: body })),
  }),
  operation('POST /users/{id}/unban', 'user:ban', {
    id: 'unbanUser',
    summary: 'Lift a ban',
    description: ADMINISTRATOR_NOTE,
    response: userResponse,
    problems: ['NOT_ON_YOURSELF'],
    handle: (context, { id }) => changeUser(context, id, (context) => unbanUser(context, { id })),
  }),
  operation('DELETE /users/{id}', 'user:delete', {
    id: 'deleteUser',
    summary: 'Delete a user',
    description: `An administrator can undo this on the Jobs page within ${appConfig.bulk.undoDays * 24} hours. ${ADMINISTRATOR_NOTE}`,
    status: 204,
    problems: ['LAST_ADMINISTRATOR', 'NOT_ON_YOURSELF'],
    handle: (context, { id }) =>
      withMatchingUser(context, id, (context) => applyWithUndo(context, { kind: 'user-delete', id, input: null })),
  }),
]

/** A function that runs while the user's row is locked. */
type UserOperation<T> = (context: ApiContext) => Promise<T>

/** Changes a user, if it is still in the version that the caller has read (`If-Match`). @returns the user after the change */
function changeUser(context: ApiContext, id: string, runChange: UserOperation<unknown>): Promise<UserDetail> {
  return withMatchingUser(context, id, async (context) => {
    await runChange(context)
    return getUser(context, { id })
  })
}

function withMatchingUser<T>(context: ApiContext, id: string, operation: UserOperation<T>): Promise<T> {
  return withLockedUser(context, id, async (context) => {
    context.requireMatch(userResponse, await getUser(context, { id }))
    return operation(context)
  })
}
