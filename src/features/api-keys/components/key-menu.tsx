import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../user-api-keys.server.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Confirm } from '#ui/confirm.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { useApiKeyMutations } from '../api-keys.mutations.ts'

interface KeyMenuProps {
  apiKey: Pick<ApiKeyRow, 'id' | 'name'>
  /** The owner of the key; absent for the user's own key. */
  userId?: string
}

/** The menu of a key's row, which revokes the key after a confirmation. */
export function KeyMenu({ apiKey: { id, name }, userId }: KeyMenuProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const { revoke } = useApiKeyMutations()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="relative z-1 flex justify-end @max-[640px]/data-list:absolute @max-[640px]/data-list:end-2 @max-[640px]/data-list:top-2">
      <MoreMenu
        label={t('common:actionsFor', { name })}
        choices={[{ dialog: 'revoke', label: t('revoke'), named: t('revokeNamed', { name }), isDangerous: true }]}
        onOpen={() => setIsAsking(true)}
        plain={false}
      />
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        summary={t('revokeNamed', { name })}
        description={t('revokeQuestion', { name: isolateDirection(name) })}
        action={t('revoke')}
        isCancellation
        isDestructive
        onConfirm={() => revoke({ id, name }, userId)}
      />
    </div>
  )
}
