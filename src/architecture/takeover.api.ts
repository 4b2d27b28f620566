import type { ApiContext } from '#api/operation.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { userOperations } from '#features/users/users.api.server.ts'

/** Runs the handler of an API operation on users for an API key. @param scopes the key's scopes; all by default */
export async function runUserOperation(
  owner: SessionContext,
  id: string,
  userId: string,
  body: unknown,
  scopes?: string[],
) {
  const context = {
    ...owner,
    request: new Request('http://localhost'),
    scopes: [],
    requireScope: (scope) => {
      if (scopes && !scopes.includes(scope)) throw new Error(scope)
    },
    requireMatch: () => undefined,
  } as ApiContext
  const operation = userOperations.find((operation) => operation.id === id)
  return operation?.handle(context, { id: userId, query: {}, body })
}

/** Returns a call that changes a user through the API. */
export function changeByApi(change: object) {
  return ({ attacker, id }: { attacker: SessionContext; id: string }) =>
    runUserOperation(attacker, 'updateUser', id, change)
}
