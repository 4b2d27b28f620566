import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { showToast } from '#ui/toast.ts'
import { createApiKey, revokeApiKey } from './api-keys.functions.ts'
import { apiKeysQuery } from './api-keys.queries.ts'
import { endOf, type ApiKeyFields, type NewApiKey } from './api-keys.schema.ts'

/** The changes of one's own keys, each with what it means for the cache and its toast. */
export function useApiKeyMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('keys')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })

  async function create({ name, scopes, ...end }: ApiKeyFields): Promise<NewApiKey> {
    const made = await withFreshSignIn(() => createApiKey({ data: { name, scopes, endsAt: endOf(end) ?? '' } }))
    await invalidate()
    return made
  }

  async function revoke({ id, name }: { id: string; name: string }) {
    await withFreshSignIn(() => revokeApiKey({ data: { id } }))
    await invalidate()
    void showToast(t('revoked', { name }))
  }

  return { create, revoke }
}
