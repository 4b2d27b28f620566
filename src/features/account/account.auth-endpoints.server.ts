import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { requireFreshSession } from '#auth/freshness.server.ts'
import { can } from '#auth/permissions.ts'
import { saveName } from '#person/person-name.server.ts'
import { actorOf, requireSession, type Session } from '#auth/current-session.server.ts'
import { database } from '#db/client.ts'
import { AppError } from '#lib/app-error.ts'
import { validate } from '#lib/validate.ts'
import { deleteAccount } from './account-deletion.server.ts'
import { deleteUserInput, updateUserInput } from './account.schema.ts'

const acceptName = validate(updateUserInput)
const acceptCode = validate(deleteUserInput)

const updateUser: AuthEndpoint = {
  path: '/update-user',
  method: 'POST',
  handle: async (input) => {
    const session = await requireAccountUpdate()
    await saveName(database(), actorOf(session), session.viewer.id, acceptName(input).name)
    return { status: true }
  },
}

const deleteUser: AuthEndpoint = {
  path: '/delete-user',
  method: 'POST',
  handle: async (input) => {
    const session = await requireAccountUpdate()
    if (session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
    const { code } = acceptCode(input)
    if (code === undefined) {
      await requireFreshSession(database(), session.id)
      throw new AppError('INVALID_INPUT', { fields: { code: 'codeRequired' } })
    }
    await deleteAccount(database(), session, code)
    return { success: true }
  },
}

async function requireAccountUpdate(): Promise<Session> {
  const session = await requireSession()
  if (!can(session.viewer.role, 'account:update')) throw new AppError('FORBIDDEN')
  return session
}

/** The calls of better-auth's interface about one's own account, by the same rules as the account page. */
export const accountEndpoints = [updateUser, deleteUser]
