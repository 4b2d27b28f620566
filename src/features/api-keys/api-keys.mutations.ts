import { useTranslation } from 'react-i18next'
import { useChangeWithToast } from '#ui/use-change.ts'
import { createApiKey, revokeApiKey, revokeApiKeyOf } from './api-keys.functions.ts'
import { apiKeysQuery } from './api-keys.queries.ts'
import type { ApiKeyFields, NewApiKey } from './api-keys.schema.ts'
import { expiryOf } from './key-lifetime.ts'

/** Returns the functions that create and revoke keys, and update the cache. */
export function useApiKeyMutations() {
  const { t } = useTranslation('api-keys')
  // Invalidate the users as well, because the history on a user's page shows each change of their keys.
  const { change, invalidate } = useChangeWithToast(apiKeysQuery.queryKey, ['users'])

  async function create({ name, scopes, ...end }: ApiKeyFields): Promise<NewApiKey> {
    const made = await createApiKey({ data: { name, scopes, endsAt: expiryOf(end) ?? '' } })
    await invalidate()
    return made
  }

  /** Revokes a key after a recent authentication. @param userId the owner; absent for the user's own key */
  function revoke({ id, name }: { id: string; name: string }, userId?: string) {
    const revocation =
      userId === undefined ? revokeApiKey({ data: { id } }) : revokeApiKeyOf({ data: { id, personId: userId } })
    return change(revocation, t('revoked', { name }))
  }

  return { create, revoke }
}
