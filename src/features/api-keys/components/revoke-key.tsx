import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '#auth/user-api-keys.server.ts'
import { isolated } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { useApiKeyMutations } from '../api-keys.mutations.ts'

interface RevokeKeyProps {
  apiKey: Pick<ApiKeyRow, 'id' | 'name'>
  /** Whose it is; absent for an own one. */
  personId?: string
}

/** The button that ends a key, after a question. */
export function RevokeKey({ apiKey: { id, name }, personId }: RevokeKeyProps) {
  const { t } = useTranslation('keys')
  const { revoke } = useApiKeyMutations()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="danger"
        className="noscript:hidden"
        aria-label={t('revokeNamed', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('revoke')}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        summary={t('revokeNamed', { name })}
        description={t('revokeQuestion', { name: isolated(name) })}
        action={t('revoke')}
        isUndoing
        isDestructive
        onConfirm={() => revoke({ id, name }, personId)}
      />
    </>
  )
}
