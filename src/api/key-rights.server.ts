import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import { lockUser } from '#user/find-user.server.ts'
import { protectedUntil } from '#user/protected-user.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import type { ApiContext } from './operation.ts'

/** The sentence in the descriptions of API operations about the scope that `withLockedUser` requires. */
export const ADMINISTRATOR_NOTE = `For a user who is an administrator, or was one in the last ${appConfig.administrator.protectedDays} days, the key also needs the scope \`user:change-administrators\`.`

/** Requires the scopes for an action on many rows. @throws {ApiProblem} INSUFFICIENT_SCOPE if the key lacks one */
export function requireScopesFor(
  { requireScope }: ApiContext,
  { permission, keyPermissions = [] }: { permission: Permission; keyPermissions?: readonly Permission[] },
): void {
  for (const scope of [permission, ...keyPermissions]) requireScope(scope)
}

/**
 * Locks the row of a user and runs a change of the user. If the user is an administrator, or was one until recently, requires
 * another scope, so that a leaked key cannot remove the administrators who can revoke the key.
 * @throws {AppError | ApiProblem} NOT_FOUND for an unknown user; INSUFFICIENT_SCOPE if the key lacks that scope
 */
export function withLockedUser<T>(
  context: ApiContext,
  id: string,
  run: (context: ApiContext) => Promise<T>,
): Promise<T> {
  return inTransaction(context, [], async (context) => {
    const user = await lockUser(context.db, id)
    if (user.role === 'admin' || protectedUntil(user)) context.requireScope('user:change-administrators')
    return run(context)
  })
}
