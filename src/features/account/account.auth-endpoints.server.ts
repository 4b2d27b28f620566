import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import { changeOwnName } from '#auth/own-name.server.ts'
import { requireContext } from '#auth/current-session.server.ts'
import { AppError } from '#lib/app-error.ts'
import { validator } from '#lib/validator.ts'
import { deleteAccount } from './account-deletion.server.ts'
import { deleteUserInput, updateUserInput } from './account.schema.ts'

const parseName = validator(updateUserInput)
const parseCode = validator(deleteUserInput)

const updateUser: AuthEndpoint = {
  path: '/update-user',
  method: 'POST',
  handle: async (input) => {
    await changeOwnName(await requireContext('account:update'), parseName(input))
    return { status: true }
  },
}

const deleteUser: AuthEndpoint = {
  path: '/delete-user',
  method: 'POST',
  handle: async (input) => {
    const context = await requireContext('account:update')
    if (context.session.impersonatedBy) throw new AppError('NOT_WHILE_IMPERSONATING')
    const { code } = parseCode(input)
    if (code === undefined) {
      await requireRecentAuthentication(context.db, context.session.id)
      throw new AppError('INVALID_INPUT', { fields: { code: 'codeRequired' } })
    }
    await deleteAccount(context, { code })
    return { success: true }
  },
}

/** The better-auth endpoints that change the caller's own account, with the same rules as the account page. */
export const accountEndpoints = [updateUser, deleteUser]
