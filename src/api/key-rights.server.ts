import type { Permission } from '#auth/permissions.ts'
import { lockPerson } from '#person/find-person.server.ts'
import { protectedUntil } from '#person/protected-person.server.ts'
import type { ApiContext } from './operation.ts'

interface Action {
  permission: Permission
  keyPermissions?: readonly Permission[] | undefined
}

/** Requires the scopes for an action on many rows. @throws {ApiProblem} INSUFFICIENT_SCOPE */
export function requireScopesFor({ requireScope }: ApiContext, { permission, keyPermissions = [] }: Action): void {
  for (const scope of [permission, ...keyPermissions]) requireScope(scope)
}

/**
 * Locks the row of a user before a program changes it. For administrators, and those who were until recently, requires another
 * scope, so that a leaked key cannot remove the administrators who can revoke the key.
 * @throws {AppError | ApiProblem} NOT_FOUND, INSUFFICIENT_SCOPE
 */
export async function lockUser({ db, requireScope }: ApiContext, id: string): Promise<void> {
  const person = await lockPerson(db, id)
  if (person.role === 'admin' || protectedUntil(person)) requireScope('user:change-administrators')
}
