import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../user-api-keys.server.ts'
import { isolateDirection } from '#lib/intl.ts'
import { ConfirmButton } from '#ui/confirm.tsx'
import { useApiKeyMutations } from '../api-keys.mutations.ts'

interface RevokeKeyProps {
  apiKey: Pick<ApiKeyRow, 'id' | 'name'>
  /** The owner of the key; absent for the user's own key. */
  userId?: string
}

/** The button that revokes a key, after a confirmation. */
export function RevokeKey({ apiKey: { id, name }, userId }: RevokeKeyProps) {
  const { t } = useTranslation('api-keys')
  const { revoke } = useApiKeyMutations()
  return (
    <ConfirmButton
      variant="danger"
      aria-label={t('revokeNamed', { name })}
      summary={t('revokeNamed', { name })}
      description={t('revokeQuestion', { name: isolateDirection(name) })}
      action={t('revoke')}
      isCancellation
      isDestructive
      onConfirm={() => revoke({ id, name }, userId)}
    />
  )
}
