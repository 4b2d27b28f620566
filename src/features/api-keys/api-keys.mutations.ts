import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { showToast } from '#ui/toast.ts'
import { createApiKey, revokeApiKey, revokeApiKeyOf } from './api-keys.functions.ts'
import { apiKeysQuery } from './api-keys.queries.ts'
import type { ApiKeyFields, NewApiKey } from './api-keys.schema.ts'
import { endOf } from './key-lifetime.ts'

/** The changes of keys, each with what it means for the cache and its toast. */
export function useApiKeyMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('keys')
  // History tells of each, on the person's page.
  const invalidate = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['users'] }),
    ])

  async function create({ name, scopes, ...end }: ApiKeyFields): Promise<NewApiKey> {
    const made = await withFreshSignIn(() => createApiKey({ data: { name, scopes, endsAt: endOf(end) ?? '' } }))
    await invalidate()
    return made
  }

  /** @param personId whose it is; absent for an own one */
  async function revoke({ id, name }: { id: string; name: string }, personId?: string) {
    await withFreshSignIn(() =>
      personId === undefined ? revokeApiKey({ data: { id } }) : revokeApiKeyOf({ data: { id, personId } }),
    )
    await invalidate()
    void showToast(t('revoked', { name }))
  }

  return { create, revoke }
}
